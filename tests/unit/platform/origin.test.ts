import { expect, test } from "vitest";
import { originOf } from "@/lib/platform/http/origin";

const of = (headers: Readonly<Record<string, string>>, trustedHops = 0) =>
  originOf((name) => headers[name], trustedHops);

test("without trusted proxies the caller's own Host counts, and nothing that is forwarded", () => {
  expect(of({ host: "points.test:3000" })).toBe("http://points.test:3000");
  const forged = { host: "points.test", "x-forwarded-proto": "https", "x-forwarded-host": "evil.test" };
  expect(of(forged)).toBe("http://points.test");
});

test("a trusted proxy says by which protocol and host it was reached", () => {
  expect(of({ host: "points.test", "x-forwarded-proto": "https" }, 1)).toBe("https://points.test");
  expect(of({ host: "points.test", "x-forwarded-proto": "HTTPS" }, 1)).toBe("https://points.test");
  expect(of({ host: "points.test" }, 1)).toBe("http://points.test");
  const inner = { host: "127.0.0.1:3000", "x-forwarded-proto": "https", "x-forwarded-host": "points.test" };
  expect(of(inner, 1)).toBe("https://points.test");
});

test("what is before the trusted entries may be forged and does not count", () => {
  const chained = {
    host: "inner",
    "x-forwarded-proto": "ftp, https, http",
    "x-forwarded-host": "evil.test, points.test, inner",
  };
  expect(of(chained, 2)).toBe("https://points.test");
  expect(of({ host: "points.test", "x-forwarded-proto": "http, https" }, 1)).toBe("https://points.test");
});

test("a host that is none is not repeated", () => {
  for (const host of ["evil.test/<script>", "a b", "", "points.test:99999999"]) expect(of({ host })).toBe("");
  expect(of({ host: "points.test", "x-forwarded-host": "a b" }, 1)).toBe("");
  expect(of({})).toBe("");
});
