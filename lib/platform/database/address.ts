/**
 * Addresses of databases as people write them: `postgresql://user:password@host:5432/database`, with a socket's folder as
 * `@/database?host=/folder`, and with characters in the password that an address has another use for.
 */
const CREDENTIALS = /^(postgres(?:ql)?:\/\/[^:@/?#]*:)(.*)@([^@]*)$/s;
/** Stands for the host that an address with a socket's folder lacks. */
const NO_HOST = "socket.invalid";

/** The address with its password written so that every reader takes it whole. */
export function plainDatabaseUrl(text: string): string {
  const [, before, password, behind] = CREDENTIALS.exec(text) ?? [];
  if (before === undefined || password === undefined) return text;
  const kept = password.replace(/%(?![\da-f]{2})|[#?/@[\]\\\s]/gi, encodeURIComponent);
  return `${before}${kept}@${behind}`;
}

/** An address taken apart, null for what is none. The host of a socket's address is its folder. */
export function parseDatabaseUrl(text: string): { url: URL; host: string } | null {
  const withHost = text.replace(/^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)(?=\/)/, `$1${NO_HOST}`);
  if (!/^postgres(?:ql)?:\/\//.test(withHost) || !URL.canParse(withHost)) return null;
  const url = new URL(withHost);
  const folder = url.searchParams.get("host");
  if (url.hostname === NO_HOST && folder === null) return null;
  return { url, host: folder ?? url.hostname };
}

/** The role that logs in at an address; undefined where it names none. */
export function roleOf(text: string): string | undefined {
  const { url } = parseDatabaseUrl(text) ?? {};
  return url === undefined || url.username === "" ? undefined : decodeURIComponent(url.username);
}
