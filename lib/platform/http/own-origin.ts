/**
 * True for the origin of this service's own pages: that of its public address, or the host that the request came to.
 * Browsers send `Origin` with every change, so its absence is not a browser's and is no own origin.
 */
export function isOwnOrigin(
  origin: string | null | undefined,
  host: string | null | undefined,
  publicUrl: string | undefined,
): boolean {
  if (origin === null || origin === undefined || !URL.canParse(origin)) return false;
  const { origin: normalised, host: originHost } = new URL(origin);
  return publicUrl !== undefined && normalised === new URL(publicUrl).origin ? true : originHost === host;
}
