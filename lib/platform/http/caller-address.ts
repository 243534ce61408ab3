/**
 * The caller's address: the socket's own, or, behind `trustedHops` proxies, the address that the outermost of them saw.
 * Each proxy appends to `X-Forwarded-For`; anything before the trusted entries may be forged.
 */
export function callerAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trustedHops: number,
): string {
  if (trustedHops === 0 || forwardedFor === undefined) return socketAddress;
  const chain = forwardedFor.split(",").map((address) => address.trim());
  return chain[Math.max(0, chain.length - trustedHops)] ?? socketAddress;
}
