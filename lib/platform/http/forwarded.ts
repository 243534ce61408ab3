import { type Env, env } from "@/lib/platform/env";
import type { TrustedProxies } from "@/lib/platform/env-values";
import { isWithin, networkList, plainAddress } from "@/lib/platform/networks";

/**
 * The one place that reads what proxies say of a request: `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Forwarded-Host`. They
 * are believed from a connection that comes out of a trusted network (`TRUST_PROXY`), and from nobody else.
 */

/** A request as it reached this process. */
export interface Received {
  /** Of the connection's other end; "" where it is unknown. */
  socketAddress: string;
  /** By its name in lower case. */
  header(name: string): string | undefined;
}

/** Facts about a request from its connection and from trusted proxies. */
export interface Forwarded {
  /** The caller's address: the right-most one that is no trusted proxy's. */
  address: string;
  /** How many proxies are believed: entries from the end of a header that were written by one of them. */
  trustedHops: number;
}

/** Which connections are believed, and at most how many proxies one behind the other; null: any number. */
interface Trust {
  isTrusted(address: string): boolean;
  hopsMax: number | null;
}

/** Longer lists are no chain of proxies. */
const CHAIN_LENGTH_MAX = 4_096;

/**
 * The caller, from the connection on, proxy by proxy: each of them appends the address that it saw, some with a port. An entry
 * is believed when it was written by a trusted proxy and is an address; anything before it may be forged.
 */
export function readForwarded({ socketAddress, header }: Received, trust = ownTrust()): Forwarded {
  const own = plainAddress(socketAddress) ?? "";
  if (trust === null) return { address: own, trustedHops: 0 };
  const chain = header("x-forwarded-for")?.slice(-CHAIN_LENGTH_MAX).split(",") ?? [];
  let address = own;
  let trustedHops = 0;
  while (trust.isTrusted(address) && trustedHops < (trust.hopsMax ?? Number.POSITIVE_INFINITY)) {
    trustedHops += 1;
    const seen = plainAddress(withoutPort(chain.at(-trustedHops)?.trim() ?? ""));
    if (seen === null) break;
    address = seen;
  }
  return { address, trustedHops };
}

/** By which protocol and host the outermost trusted proxy was reached, as it says; undefined where none says so. */
export function forwardedTarget(
  received: Received,
  trust = ownTrust(),
): { protocol: string | undefined; host: string | undefined } {
  const { trustedHops } = readForwarded(received, trust);
  const said = (name: string) =>
    trustedHops === 0 ? undefined : entryOf(received.header(name), trustedHops);
  return { protocol: said("x-forwarded-proto")?.toLowerCase(), host: said("x-forwarded-host") };
}

/** Of the given proxies; null: nobody is believed. */
export function trustOf(proxies: TrustedProxies | null): Trust | null {
  if (proxies === null) return null;
  const networks = networkList(proxies.networks);
  return { isTrusted: (address) => isWithin(networks, address), hopsMax: proxies.hopsMax };
}

/** A page worker is reached through a socket in a folder, by the API workers alone, which send it what they found out. */
const API_WORKERS: Trust = { isTrusted: (address) => address === "", hopsMax: 1 };

let settled: { of: Env; trust: Trust | null } | undefined;

function ownTrust(): Trust | null {
  const settings = env();
  if (settled?.of !== settings) {
    const trust = settings.pageSocket === undefined ? trustOf(settings.trustedProxies) : API_WORKERS;
    settled = { of: settings, trust };
  }
  return settled.trust;
}

function entryOf(list: string | undefined, trustedHops: number): string | undefined {
  const values = list?.split(",").map((value) => value.trim()) ?? [];
  return values[Math.max(0, values.length - trustedHops)];
}

/** `192.0.2.1:4711`, `[2001:db8::1]` and `[2001:db8::1]:4711` without port and brackets; anything else as it is. */
function withoutPort(address: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/.exec(address) ?? [];
  return bracketed ?? plain ?? address;
}
