import { describe, expect, test } from "vitest";
import { parseDatabaseUrl, plainDatabaseUrl, roleOf } from "@/lib/platform/database/address";
import { adviceFor } from "@/lib/platform/database/reach";
import { parseEnv } from "@/lib/platform/env";
import { targetsOf } from "@/lib/points-api/signature";

describe("the address of a database", () => {
  test.each([
    ["postgresql://points:p#a@s/s%?w@db:5432/points", "p#a@s/s%?w"],
    ["postgresql://points:p%23a%40s@db:5432/points", "p#a@s"],
    ["postgres://points:plain@[::1]:5432/points?sslmode=verify-full", "plain"],
  ])("keeps its password, whatever characters are in it: %s", (text, password) => {
    const { databaseUrl } = parseEnv({ DATABASE_URL: text });
    const parsed = parseDatabaseUrl(databaseUrl ?? "");
    expect(decodeURIComponent(parsed?.url.password ?? "")).toBe(password);
    expect(parsed?.url.pathname).toBe("/points");
    expect(plainDatabaseUrl(databaseUrl ?? "")).toBe(databaseUrl);
  });

  test("may be a socket's folder", () => {
    const text = "postgresql://points:pw@/points?host=/cloudsql/project:region:name";
    expect(parseEnv({ DATABASE_URL: text }).databaseUrl).toBe(text);
    expect(parseDatabaseUrl(text)?.host).toBe("/cloudsql/project:region:name");
    expect(roleOf(text)).toBe("points");
  });

  test("of several hosts, or none, is refused with what to do", () => {
    for (const text of [
      "postgresql://p:w@one:5432,two:5432/points",
      "postgresql://p:w@/points",
      "mysql://a/b",
    ])
      expect(() => parseEnv({ DATABASE_URL: text })).toThrow(/DATABASE_URL cannot be used.*of one host/);
  });

  test("of the database itself is used where one leads through a pooler", () => {
    const [pooled, direct] = ["postgresql://p:w@pooler:6432/points", "postgresql://p:w@db:5432/points"];
    expect(parseEnv({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct }).databaseUrl).toBe(direct);
  });
});

test.each([
  [{ code: "28P01" }, /refuses the password of points/],
  [{ code: "3D000" }, /no database "points"/],
  [{ code: "ENOTFOUND" }, /No host has the name db/],
  [{ code: "SELF_SIGNED_CERT_IN_CHAIN" }, /sslrootcert=/],
  [{ code: "28000", message: "no pg_hba.conf entry for host, no encryption" }, /sslmode=verify-full/],
  [{ message: "The server does not support SSL connections" }, /does not speak TLS/],
])("a start that cannot reach its database says what to do: %o", (error, text) => {
  const url = "postgresql://points:secret@db:5432/points";
  const advice = adviceFor(error, { url, setting: "DATABASE_URL" });
  expect(advice).toMatch(text);
  expect(advice).not.toContain("secret");
});

test("a database that is only not there yet is waited for", () => {
  const url = "postgresql://points:secret@db:5432/points";
  for (const code of ["ECONNREFUSED", "57P03", "EAI_AGAIN"])
    expect(adviceFor({ code }, { url, setting: "DATABASE_URL" })).toBeNull();
});

test("a signed request's path is looked at as it arrived and, behind a proxy that takes a prefix off, as it was sent", () => {
  const target = "/api/Integration/v1/Reward?x=1";
  expect(targetsOf(target, "https://shop.example/loyalty/")).toEqual([target, `/loyalty${target}`]);
  expect(targetsOf(`/loyalty${target}`, "https://shop.example/loyalty")).toEqual([`/loyalty${target}`]);
  expect(targetsOf(target, "https://points.example")).toEqual([target]);
  expect(targetsOf(target, undefined)).toEqual([target]);
});
