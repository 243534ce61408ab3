import { BlockList, isIP } from "node:net";

/** Words that stand for networks, in a setting that names some. */
export const NAMED_NETWORKS = {
  /** This machine. */
  loopback: ["127.0.0.0/8", "::1/128"],
  /** Networks of one's own: RFC 1918, RFC 4193, and link-local addresses. */
  private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7", "fe80::/10"],
} as const;

const BITS = /^\d{1,3}$/;
/** The longest spelling of an address: IPv6 with an IPv4 address at its end. */
const ADDRESS_LENGTH_MAX = 45;

/**
 * An address as everything else here writes it: IPv4 in IPv6 as IPv4. Null for what is no address, or one with a zone
 * (`fe80::1%eth0`), which node:net takes at any length.
 */
export function plainAddress(text: string): string | null {
  if (text.length > ADDRESS_LENGTH_MAX || text.includes("%") || isIP(text) === 0) return null;
  return text.replace(/^::ffff:(?=\d+\.)/i, "");
}

/** Whether the text is an address or a range such as "10.0.0.0/8" or "2001:db8::/32". */
export function isNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  if (rest.length > 0 || plainAddress(address) === null) return false;
  return bits === undefined || (BITS.test(bits) && Number(bits) <= bitsOf(address));
}

/** A list of addresses and ranges to look addresses up in. Any other text is left out: it lets nobody in. */
export function networkList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks.filter(isNetwork)) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits ?? bitsOf(address)), familyOf(address));
  }
  return list;
}

/** Whether the address is in one of the networks; what is no address is in none. */
export function isWithin(list: BlockList, address: string): boolean {
  const plain = plainAddress(address);
  return plain !== null && list.check(plain, familyOf(plain));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}

function bitsOf(address: string): number {
  return isIP(address) === 6 ? 128 : 32;
}
