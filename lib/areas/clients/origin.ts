const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#@\\\s*]+$/;

/**
 * Whether the text is an origin as browsers send it: scheme, host and a port that is not the scheme's own, in lower case
 * and without a slash at the end. Pages that are part of an app have schemes of their own, such as `capacitor://localhost`.
 */
export function isOrigin(text: string): boolean {
  return ORIGIN.test(text) && originOf(text) === text;
}

/** The origin of an address, as browsers would send it; what is no address stays as it is. */
export function originOf(address: string): string {
  if (!URL.canParse(address)) return address;
  const { protocol, host, origin } = new URL(address);
  // Of other schemes than the web's own the standard knows no origin.
  return origin === "null" && host !== "" ? `${protocol}//${host}` : origin;
}
