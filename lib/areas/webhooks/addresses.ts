import { lookup as resolve } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** Where webhooks may go. */
export interface AddressPolicy {
  /** This machine itself, and without encryption: for development and the demo. */
  allowsLoopback: boolean;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/** IPv4 that is not a person's on the internet: private, shared, link-local, documentation, multicast, reserved. */
const NOT_PUBLIC = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  NOT_PUBLIC.addSubnet(network, bits, "ipv4");
/** Of IPv6 only the global range is used, less documentation and the forms that carry an IPv4 address inside. */
const GLOBAL_IPV6 = new BlockList();
GLOBAL_IPV6.addSubnet("2000::", 3, "ipv6");
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  NOT_PUBLIC.addSubnet(network, bits, "ipv6");

/** Whether a webhook may be sent to this numeric address. */
export function mayReach(address: string, { allowsLoopback }: AddressPolicy): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  if (family === 4) {
    if (allowsLoopback && LOOPBACK.check(address, "ipv4")) return true;
    return !NOT_PUBLIC.check(address, "ipv4");
  }
  if (allowsLoopback && LOOPBACK.check(address, "ipv6")) return true;
  return GLOBAL_IPV6.check(address, "ipv6") && !NOT_PUBLIC.check(address, "ipv6");
}

/** Whether the text can be an endpoint's address: https, or where that is allowed http to this machine itself. */
export function isEndpointUrl(text: string, policy: AddressPolicy): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash, hostname } = new URL(text);
  if (username !== "" || password !== "" || hash !== "") return false;
  const host = hostname.replace(/^\[|\]$/g, "");
  const isHere =
    host === "localhost" || (isIP(host) !== 0 && LOOPBACK.check(host, isIP(host) === 6 ? "ipv6" : "ipv4"));
  if (isHere) return policy.allowsLoopback && (protocol === "https:" || protocol === "http:");
  if (protocol !== "https:") return false;
  return isIP(host) === 0 ? host.includes(".") : mayReach(host, policy);
}

/** Said instead of connecting when a name leads to where webhooks may not go. */
export class AddressRefusedError extends Error {
  readonly code = "address_refused";
}

/**
 * Resolves a name at the moment of connecting and refuses it when any of its addresses is not allowed, so that the
 * checked address is the one connected to.
 */
export function guardedLookup(policy: AddressPolicy): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, "", 0);
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => mayReach(address, policy)))
        return callback(
          new AddressRefusedError(`${hostname} leads to an address that is not allowed`),
          "",
          0,
        );
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}
