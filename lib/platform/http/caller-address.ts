/**
 * The caller's address: the socket's own, or, behind `trustedHops` proxies, the address that the outermost of them saw.
 * `X-Forwarded-For` is a list to which each proxy appends; what stands before the trusted ones anybody could have sent.
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
