import { expect, test } from "vitest";
import { reachOf } from "@/components/kit/reach-of";

test.each([
  ["localhost", "machine"],
  ["127.0.0.1", "machine"],
  ["[::1]", "machine"],
  ["192.168.1.20", "network"],
  ["10.0.0.5", "network"],
  ["172.20.3.4", "network"],
  ["172.32.3.4", "anywhere"],
  ["100.64.0.1", "network"],
  ["shop-pc", "network"],
  ["Shop.local", "network"],
  ["[fd00:1::2]", "network"],
  ["points.example.com", "anywhere"],
  ["41.33.12.8", "anywhere"],
  ["[2001:db8::1]", "anywhere"],
])("an invitation to %s is opened from: %s", (host, reach) => {
  expect(reachOf(host)).toBe(reach);
});
