import { describe, expect, test } from "vitest";
import { callerAddress } from "@/lib/platform/http/caller-address";

const SOCKET = "10.0.0.9";

describe("the caller's address", () => {
  test.each([
    ["no proxy is trusted", "192.0.2.1", 0, SOCKET],
    ["the proxy said nothing", undefined, 1, SOCKET],
    ["one proxy saw the caller", "192.0.2.1", 1, "192.0.2.1"],
    ["the caller forged what stands before", "203.0.113.7, 192.0.2.1", 1, "192.0.2.1"],
    ["two proxies passed it on", "203.0.113.7, 192.0.2.1, 10.0.0.1", 2, "192.0.2.1"],
    ["fewer proxies passed it on than are trusted", "192.0.2.1", 3, "192.0.2.1"],
    ["the proxy adds a port", "192.0.2.1:4711", 1, "192.0.2.1"],
    ["the proxy saw an address of version 6", "2001:db8::1", 1, "2001:db8::1"],
    ["the proxy adds brackets and a port", "[2001:db8::1]:4711", 1, "2001:db8::1"],
    ["the proxy adds brackets", "[2001:db8::1]", 1, "2001:db8::1"],
  ])("is right where %s", (_case, forwardedFor, trustedHops, expected) => {
    expect(callerAddress(SOCKET, forwardedFor, trustedHops)).toBe(expected);
  });

  test.each(["", "unknown", "192.0.2", "192.0.2.1.5", "[2001:db8::1", "10.1.0.0/16", "::g"])(
    "is the socket's where %j stands for it",
    (forged) => {
      expect(callerAddress(SOCKET, forged, 1)).toBe(SOCKET);
    },
  );

  test("is the socket's where thousands of characters stand for it", () => {
    expect(callerAddress(SOCKET, "1".repeat(6_000), 1)).toBe(SOCKET);
  });
});
