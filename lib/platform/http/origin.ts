import { env } from "@/lib/platform/env";

const HOST = /^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:]+\])(?::\d{1,5})?$/i;

/**
 * Where the caller reached this service, such as "https://points.example": by its own `Host`, or, behind `trustedHops`
 * proxies, as the outermost of them says by `X-Forwarded-Proto` and `X-Forwarded-Host`. What is before the trusted entries of
 * a header may be forged. "" for a host that is none: it is not repeated.
 */
export function originOf(header: (name: string) => string | undefined, trustedHops: number): string {
  const forwarded = (name: string) => (trustedHops === 0 ? undefined : lastOf(header(name), trustedHops));
  const host = forwarded("x-forwarded-host") ?? header("host");
  const protocol = forwarded("x-forwarded-proto")?.toLowerCase() === "https" ? "https" : "http";
  return host !== undefined && HOST.test(host) ? `${protocol}://${host}` : "";
}

/** Where this service is reached: `PUBLIC_URL`, otherwise where this request reached it. */
export function addressOf(headers: Headers): string {
  const { publicUrl, trustedProxyHops } = env();
  return publicUrl ?? originOf((name) => headers.get(name) ?? undefined, trustedProxyHops);
}

function lastOf(list: string | undefined, trustedHops: number): string | undefined {
  const values = list?.split(",").map((value) => value.trim()) ?? [];
  return values[Math.max(0, values.length - trustedHops)];
}
