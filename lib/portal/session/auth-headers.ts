import { SESSION_ADDRESS_HEADER } from "./portal-auth";

const USER_AGENT_LENGTH_MAX = 400;

/** Only the cookie matters to the library; what else a browser sends cannot influence it. */
export function cookiesOf(headers: Headers): Headers {
  return new Headers({ cookie: headers.get("cookie") ?? "" });
}

/** The same for what begins a session, which is kept with its address and its browser. */
export function requestHeaders(headers: Headers, address: string): Headers {
  const asked = cookiesOf(headers);
  asked.set(SESSION_ADDRESS_HEADER, address);
  asked.set("user-agent", headers.get("user-agent")?.slice(0, USER_AGENT_LENGTH_MAX) ?? "");
  return asked;
}

/** The same for passkeys, which are made for one origin. The caller has found that it is this service's own. */
export function passkeyHeaders(headers: Headers): Headers {
  const asked = cookiesOf(headers);
  const origin = headers.get("origin");
  if (origin !== null) asked.set("origin", origin);
  return asked;
}
