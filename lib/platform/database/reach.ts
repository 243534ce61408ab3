import pg from "pg";
import { EnvError } from "@/lib/platform/env";
import { parseDatabaseUrl } from "./address";
import { connectionConfig } from "./connection";

/** A name by which a setting of an address is told in messages. */
export type AddressSetting = "DATABASE_URL" | "DATABASE_MIGRATION_URL";

/** How long an own announcement, or a look past another transaction, may take. */
const PROBE_MS = 3_000;
const PROBE = "points_service.probe";

/**
 * Connects once, as the service does, and finds out whether the connection is a session of its own: what it sets stays, and an own
 * announcement comes back. A pooler that gives each transaction another session keeps neither.
 * @throws EnvError that names what is wrong with the address and what to do, for whatever waiting does not mend
 */
export async function requireSession(url: string, setting: AddressSetting): Promise<void> {
  const [session, other] = [openClient(url), openClient(url)];
  try {
    await session.connect();
    await other.connect();
    if (!(await isOwnSession(session, other))) throw new EnvError(poolerText(setting));
  } catch (error) {
    const advice = adviceFor(error, { url, setting });
    throw advice === null ? error : new EnvError(advice, { cause: error });
  } finally {
    for (const client of [session, other]) void client.end().catch(() => undefined);
  }
}

function openClient(url: string): pg.Client {
  const client = new pg.Client({ ...connectionConfig("start", url), query_timeout: PROBE_MS });
  // A broken connection rejects the running query; without a listener the event would also end the process.
  client.on("error", () => undefined);
  return client;
}

/** Whether what is said over one connection reaches one session, also while another connection is at work. */
export async function isOwnSession(
  session: Pick<pg.ClientBase, "query" | "once">,
  other: Pick<pg.ClientBase, "query">,
): Promise<boolean> {
  const heard = new Promise<boolean>((resolve) => {
    session.once("notification", () => resolve(true));
    setTimeout(() => resolve(false), PROBE_MS).unref();
  });
  try {
    await session.query(`SET ${PROBE} = 'kept'; LISTEN points_service_probe`);
    // A pooler gives this transaction the session that was free last, which is the first one's.
    await other.query("BEGIN");
    await other.query("SELECT 1");
    const { rows } = await session.query(`SELECT current_setting('${PROBE}', true) AS kept`);
    await other.query("NOTIFY points_service_probe; COMMIT");
    return rows[0]?.kept === "kept" && (await heard);
  } catch (error) {
    if (/query read timeout/i.test((error as Error).message)) return false;
    throw error;
  }
}

function poolerText(setting: AddressSetting): string {
  return `${setting} leads through a pooler that gives each transaction another session (PgBouncer's pool_mode = transaction, the pooled address of a hosted database). The service needs sessions of its own, for its locks and announcements. Give the address of the database itself, or a pooler's session mode, in DATABASE_DIRECT_URL: it is used instead of DATABASE_URL. The service keeps its few connections open by itself (docs/operations.md).`;
}

const TLS_ADVICE: Readonly<Record<string, string>> = {
  SELF_SIGNED_CERT_IN_CHAIN: "is signed by an authority that this machine does not know",
  DEPTH_ZERO_SELF_SIGNED_CERT: "is signed by itself",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "is signed by an authority that this machine does not know",
  UNABLE_TO_GET_ISSUER_CERT: "is signed by an authority that this machine does not know",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "is signed by an authority that this machine does not know",
  CERT_HAS_EXPIRED: "has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "is of another host name",
};

interface DriverError {
  code?: string;
  message?: string;
}

/** Advice for an operator about a failed connection; null where the database may only not be there yet. */
export function adviceFor(
  error: unknown,
  { url, setting }: { url: string; setting: AddressSetting },
): string | null {
  if (error instanceof EnvError) return null;
  const { code = "", message = "" } = error as DriverError;
  const parsed = parseDatabaseUrl(url);
  const [host, user] = [parsed?.host ?? "", decodeURIComponent(parsed?.url.username ?? "")];
  const name = decodeURIComponent(parsed?.url.pathname.slice(1) ?? "");
  if (code === "28P01") return `The database at ${host} refuses the password of ${user}. Mend ${setting}.`;
  if (code === "3D000")
    return `There is no database "${name}" at ${host}. Create it (CREATE DATABASE ${name} OWNER …), or mend ${setting}.`;
  if (code === "28000" && /no encryption|SSL off/i.test(message))
    return `The database at ${host} wants an encrypted connection. Add ?sslmode=verify-full to ${setting} (docs/operations.md).`;
  if (code === "28000" || code === "42501")
    return `The database at ${host} does not let ${user} in (${message}). Mend ${setting}, or the server's pg_hba.conf.`;
  if (code === "ENOTFOUND")
    return `No host has the name ${host}. Mend ${setting}, or the name service of this machine.`;
  if (code === "ENOENT" && host.startsWith("/"))
    return `There is no socket of a database in ${host}. Mend the host in ${setting}, or start what makes the socket.`;
  if (/does not support SSL/i.test(message))
    return `The database at ${host} does not speak TLS, and ${setting} asks for it. Take sslmode out of the address, or switch TLS on at the server.`;
  const flaw = TLS_ADVICE[code];
  if (flaw === undefined) return null;
  return `The certificate of the database at ${host} ${flaw} (${code}). Give the file with the authority's certificate in the address: ${setting}=…?sslmode=verify-full&sslrootcert=/path/to/ca.pem. Providers offer that file (docs/operations.md).`;
}
