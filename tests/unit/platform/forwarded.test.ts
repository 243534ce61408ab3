import { describe, expect, test } from "vitest";
import { parseEnv } from "@/lib/platform/env";
import { forwardedTarget, readForwarded, trustOf } from "@/lib/platform/http/forwarded";
import { originOf } from "@/lib/platform/http/origin";

const PROXY = "10.0.0.9";

function received(headers: Readonly<Record<string, string>>, socketAddress = PROXY) {
  return { socketAddress, header: (name: string) => headers[name] };
}

const trusting = (TRUST_PROXY: string) => trustOf(parseEnv({ TRUST_PROXY }).trustedProxies);

function callerOf(forwardedFor: string | undefined, trustProxy: string, socketAddress = PROXY): string {
  const headers = forwardedFor === undefined ? {} : { "x-forwarded-for": forwardedFor };
  return readForwarded(received(headers, socketAddress), trusting(trustProxy)).address;
}

describe("the caller's address", () => {
  test.each([
    ["no proxy is trusted", "192.0.2.1", "off", PROXY],
    ["the connection comes from elsewhere", "192.0.2.1", "10.9.0.0/16", PROXY],
    ["the proxy said nothing", undefined, "private", PROXY],
    ["one proxy saw the caller", "192.0.2.1", "private", "192.0.2.1"],
    ["the proxy is named by its address", "192.0.2.1", PROXY, "192.0.2.1"],
    ["the caller forged what stands before", "203.0.113.7, 192.0.2.1", "private", "192.0.2.1"],
    ["the caller forged a trusted one before", "10.0.0.1, 192.0.2.1", "10.0.0.0/8", "192.0.2.1"],
    ["two proxies passed it on", "203.0.113.7, 192.0.2.1, 10.0.0.1", "10.0.0.0/24", "192.0.2.1"],
    ["the second proxy is not named", "192.0.2.1, 172.16.0.1", "10.0.0.0/24", "172.16.0.1"],
    ["a proxy itself is the caller", "10.0.0.1", "10.0.0.0/24", "10.0.0.1"],
    ["the proxy adds a port", "192.0.2.1:4711", "private", "192.0.2.1"],
    ["the proxy saw an address of version 6", "2001:db8::1", "private", "2001:db8::1"],
    ["the proxy adds brackets and a port", "[2001:db8::1]:4711", "private", "2001:db8::1"],
    ["the proxy adds brackets", "[2001:db8::1]", "private", "2001:db8::1"],
    ["the proxy writes IPv4 in IPv6", "::ffff:192.0.2.1", "private", "192.0.2.1"],
    ["one proxy was set by number", "192.0.2.1, 10.1.2.3", "1", "10.1.2.3"],
    ["two proxies were set by number", "203.0.113.7, 192.0.2.1, 10.1.2.3", "2", "192.0.2.1"],
  ])("is right where %s", (_case, forwardedFor, trustProxy, expected) => {
    expect(callerOf(forwardedFor, trustProxy)).toBe(expected);
  });

  test("is the connection's where that comes from no trusted network, whatever is forwarded", () => {
    for (const trustProxy of ["private", "loopback", "1", "10", "on", "10.0.0.9", "2001:db8::/32"])
      expect(callerOf("10.1.2.3", trustProxy, "198.51.100.7"), trustProxy).toBe("198.51.100.7");
    expect(callerOf("192.0.2.1", "loopback", "::ffff:127.0.0.1")).toBe("192.0.2.1");
    expect(callerOf("192.0.2.1", "private", "")).toBe("");
  });

  test.each(["", "unknown", "192.0.2", "192.0.2.1.5", "[2001:db8::1", "10.1.0.0/16", "::g", "fe80::1%eth0"])(
    "is the proxy's where %j stands for it",
    (forged) => {
      expect(callerOf(forged, "private")).toBe(PROXY);
      // And nothing before it counts.
      expect(callerOf(`192.0.2.1, ${forged}`, "private")).toBe(PROXY);
    },
  );

  test("is never one of thousands of characters", () => {
    for (const forged of ["1".repeat(6_000), `fe80::1%${"a".repeat(6_000)}`, ",".repeat(6_000)])
      expect(callerOf(forged, "private")).toBe(PROXY);
    expect(callerOf(`${"10.0.0.1,".repeat(6_000)}192.0.2.1`, "private")).toBe("192.0.2.1");
  });
});

describe("where the caller reached the service", () => {
  const of = (headers: Readonly<Record<string, string>>, trustProxy = "off", socketAddress = PROXY) => {
    const request = received(headers, socketAddress);
    return originOf(request, forwardedTarget(request, trusting(trustProxy)));
  };

  test("is the caller's own Host where no proxy is trusted or another one asks, and nothing that is forwarded", () => {
    expect(of({ host: "points.test:3000" })).toBe("http://points.test:3000");
    const forged = { host: "points.test", "x-forwarded-proto": "https", "x-forwarded-host": "evil.test" };
    expect(of(forged)).toBe("http://points.test");
    expect(of(forged, "private", "198.51.100.7")).toBe("http://points.test");
    expect(of(forged, "1", "198.51.100.7")).toBe("http://points.test");
  });

  test("is what a trusted proxy says, by protocol and host", () => {
    expect(of({ host: "points.test", "x-forwarded-proto": "https" }, "private")).toBe("https://points.test");
    expect(of({ host: "points.test", "x-forwarded-proto": "HTTPS" }, "1")).toBe("https://points.test");
    expect(of({ host: "points.test" }, "private")).toBe("http://points.test");
    const inner = { host: "127.0.0.1:3000", "x-forwarded-proto": "https", "x-forwarded-host": "points.test" };
    expect(of(inner, "private")).toBe("https://points.test");
  });

  test("is not what stands before the trusted entries, which may be forged", () => {
    const chained = {
      host: "inner",
      "x-forwarded-for": "192.0.2.1, 10.0.0.1",
      "x-forwarded-proto": "ftp, https, http",
      "x-forwarded-host": "evil.test, points.test, inner",
    };
    expect(of(chained, "private")).toBe("https://points.test");
    const forged = {
      host: "points.test",
      "x-forwarded-for": "192.0.2.1",
      "x-forwarded-proto": "http, https",
    };
    expect(of(forged, "private")).toBe("https://points.test");
  });

  test("is not repeated where it is no host", () => {
    for (const host of ["evil.test/<script>", "a b", "", "points.test:99999999"])
      expect(of({ host })).toBe("");
    expect(of({ host: "points.test", "x-forwarded-host": "a b" }, "private")).toBe("");
    expect(of({})).toBe("");
  });
});
