import { BRANCH_COOKIE } from "@/lib/portal/cookies";
import { PORTAL_HEADER, PORTAL_HEADER_VALUE, USER_HEADER } from "@/lib/portal/wire/request";

/** A user who has signed in, as the browser holds it. */
export interface PortalSession {
  cookie: string;
  userId: number;
  /** The last of the user's branches; null for who belongs to none. */
  branchId: number | null;
}

/** Signs a user in; the password of the demo data's users is the user name followed by "-demo". */
export async function signIn(
  url: string,
  username: string,
  password = `${username}-demo`,
): Promise<PortalSession> {
  const language = "points.language=en";
  const answer = await fetch(`${url}/api/portal/session`, {
    method: "POST",
    headers: {
      ...{ "content-type": "application/json", [PORTAL_HEADER]: PORTAL_HEADER_VALUE },
      ...{ origin: url, cookie: language },
    },
    body: JSON.stringify({ username, password }),
  });
  if (!answer.ok) throw new Error(`${username} was not signed in: ${answer.status} ${await answer.text()}`);
  const cookies = answer.headers.getSetCookie().map((line) => line.split(";", 1)[0] ?? "");
  const cookie = [...cookies, language].join("; ");
  const me = await fetch(`${url}/api/portal/session`, {
    headers: { [PORTAL_HEADER]: PORTAL_HEADER_VALUE, cookie },
  });
  if (!me.ok) throw new Error(`${username} is not signed in: ${me.status}`);
  const { user, branches } = (await me.json()) as { user: { id: number }; branches: { id: number }[] };
  // Not the first branch: its tills are under load, with ten thousand sales a minute.
  const branchId = branches.at(-1)?.id ?? null;
  return { cookie: `${cookie}; ${BRANCH_COOKIE}=${branchId}`, userId: user.id, branchId };
}

/** A question of the portal's pages to its API, as it travels. */
export function portalPost({ cookie, userId }: PortalSession, path: string, body: object): Buffer {
  const text = JSON.stringify(body);
  const head = [
    `POST /api/portal/${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    "Origin: http://127.0.0.1",
    "Sec-Fetch-Site: same-origin",
    "Accept-Encoding: gzip",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(text)}`,
    `${PORTAL_HEADER}: ${PORTAL_HEADER_VALUE}`,
    `${USER_HEADER}: ${userId}`,
    `Cookie: ${cookie}`,
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${text}`);
}

/** Opens a page, as it travels. */
export function pageGet({ cookie }: PortalSession, path: string): Buffer {
  const head = [
    `GET ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    "Accept: text/html",
    "Accept-Encoding: gzip",
    `Cookie: ${cookie}`,
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n`);
}
