/** Addresses that mean the machine itself: a telephone that opens one finds nothing. */
const MACHINE = /^(?:localhost|.+\.localhost|0\.0\.0\.0|127(?:\.\d+){3}|\[::1?\])$/;
/** Private addresses and names of one network: a telephone opens them in the same Wi-Fi only. */
const NETWORK =
  /^(?:10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|169\.254(?:\.\d+){2}|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])(?:\.\d+){2}|\[f[cd][\da-f]{2}:.*\]|\[fe[89ab][\da-f]:.*\]|[^.:[\]]+|.+\.(?:local|lan|home|internal|home\.arpa))$/;

/** From where an address with this host can be opened. */
export function reachOf(host: string): "machine" | "network" | "anywhere" {
  const name = host.toLowerCase();
  if (MACHINE.test(name)) return "machine";
  return NETWORK.test(name) ? "network" : "anywhere";
}
