import { isIP } from "node:net";

/**
 * The caller's address: the socket's own, or, behind `trustedHops` proxies, the address that the outermost of them saw.
 * Each proxy appends to `X-Forwarded-For`, some with a port; anything before the trusted entries may be forged. What is no
 * address there is not believed.
 */
export function callerAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trustedHops: number,
): string {
  if (trustedHops === 0 || forwardedFor === undefined) return socketAddress;
  const chain = forwardedFor.split(",").map((address) => address.trim());
  const seen = withoutPort(chain[Math.max(0, chain.length - trustedHops)] ?? "");
  return isIP(seen) === 0 ? socketAddress : seen;
}

/** `192.0.2.1:4711`, `[2001:db8::1]` and `[2001:db8::1]:4711` without port and brackets; anything else as it is. */
function withoutPort(address: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/.exec(address) ?? [];
  return bracketed ?? plain ?? address;
}
