import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { childEnv, EnvError, parseEnv } from "@/lib/platform/env";
import { VARIABLES, type Variable } from "@/lib/platform/env-variables";

describe("single sign-on", () => {
  const SET = {
    OIDC_ISSUER: "https://login.example.com/realms/staff/",
    OIDC_CLIENT_ID: "points",
    OIDC_CLIENT_SECRET: fileURLToPath(import.meta.url),
    PUBLIC_URL: "https://points.example.com",
  };

  test("takes its secret from a file, and goes by verified e-mail addresses beside passwords unless told otherwise", () => {
    const { oidc } = parseEnv(SET);
    expect(oidc).toMatchObject({
      issuer: "https://login.example.com/realms/staff",
      clientId: "points",
      claim: "email",
      isOnly: false,
    });
    expect(oidc?.clientSecret).toContain("takes its secret from a file");
    expect(parseEnv({ ...SET, OIDC_CLAIM: "preferred_username", OIDC_ONLY: "on" }).oidc).toMatchObject({
      claim: "preferred_username",
      isOnly: true,
    });
  });

  test.each(["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "PUBLIC_URL"])(
    "is refused without %s, never half set up",
    (name) => {
      expect(() => parseEnv({ ...SET, [name]: "" })).toThrow(new RegExp(`${name} is missing`));
    },
  );

  test("is refused over http but on this machine, and with a secret that cannot be read, whose path is not told", () => {
    expect(() => parseEnv({ ...SET, OIDC_ISSUER: "http://login.example.com" })).toThrow(/OIDC_ISSUER/);
    expect(parseEnv({ ...SET, OIDC_ISSUER: "http://127.0.0.1:8080" }).oidc?.issuer).toBe(
      "http://127.0.0.1:8080",
    );
    expect(() => parseEnv({ ...SET, OIDC_CLIENT_SECRET: "/no/such/file" })).toThrow(
      /OIDC_CLIENT_SECRET cannot be used/,
    );
  });
});

describe("settings", () => {
  test("nothing set: one worker of each kind on 127.0.0.1:3000 with an embedded database and demo data", () => {
    expect(parseEnv({})).toEqual({
      nodeEnv: "development",
      host: "127.0.0.1",
      port: 3000,
      dataDir: path.resolve(".data"),
      databaseUrl: undefined,
      databaseMigrationUrl: undefined,
      reportsDatabaseUrl: undefined,
      databaseMemoryMb: 256,
      loadsDemoData: true,
      isDemoDataNamed: false,
      allowsLoopbackWebhooks: false,
      allowsLoopbackOfClients: true,
      hasEntryMacs: true,
      workerCount: 1,
      workerHeapMb: 768,
      pageWorkerCount: 1,
      pageWorkerHeapMb: 512,
      pageSocket: undefined,
      logLevel: "info",
      metrics: { host: "127.0.0.1", port: 9464, isExplicit: false },
      trustedProxies: null,
      sessionSecret: undefined,
      publicUrl: undefined,
      oidc: undefined,
      apiV1DeprecatedFrom: undefined,
      ledgerLanes: 2,
      ledgerPoolSizeMax: 4,
      portalPoolSizeMax: 5,
      databaseTimeoutMs: 8000,
      anchorMinutes: 10,
      anchorKeyFile: undefined,
      anchorFile: undefined,
      securityLog: undefined,
      httpIdleMs: 620_000,
      drainDelayMs: 0,
      drainTimeoutMs: 15_000,
    });
  });

  test("a database of one's own gets no demo data unless it is asked for", () => {
    const DATABASE_URL = "postgresql://points@localhost/points";
    expect(parseEnv({ DATABASE_URL }).loadsDemoData).toBe(false);
    expect(parseEnv({ DATABASE_URL, DEMO_DATA: "on" }).loadsDemoData).toBe(true);
    expect(parseEnv({ DEMO_DATA: "off" }).loadsDemoData).toBe(false);
  });

  test.each([
    ["127.0.0.1", true],
    ["127.0.0.53", true],
    ["::1", true],
    ["localhost", true],
    ["0.0.0.0", false],
    ["::", false],
    ["192.168.1.20", false],
    ["127.example.com", false],
  ])("the demo data is loaded by itself only where no other machine comes in: %s", (HOST, isLoaded) => {
    expect(parseEnv({ HOST }).loadsDemoData).toBe(isLoaded);
    expect(parseEnv({ HOST, DEMO_DATA: "on" }).loadsDemoData).toBe(true);
  });

  test("nor by itself where a proxy on this machine lets others in", () => {
    for (const reached of [
      { PUBLIC_URL: "https://points.example" },
      { TRUST_PROXY: "loopback" },
      { PUBLIC_URL: "http://127.0.0.1.example" },
    ]) {
      expect(parseEnv(reached).loadsDemoData).toBe(false);
      expect(parseEnv({ ...reached, DEMO_DATA: "on" }).loadsDemoData).toBe(true);
    }
    for (const PUBLIC_URL of ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"])
      expect(parseEnv({ PUBLIC_URL }).loadsDemoData).toBe(true);
  });

  test("webhooks go to this machine in development or by name, never because of the demo data or the database", () => {
    expect(parseEnv({ NODE_ENV: "production" }).allowsLoopbackWebhooks).toBe(false);
    expect(parseEnv({ NODE_ENV: "production", DEMO_DATA: "on" }).allowsLoopbackWebhooks).toBe(false);
    expect(parseEnv({}).allowsLoopbackWebhooks).toBe(false);
    expect(parseEnv({ NODE_ENV: "development" }).allowsLoopbackWebhooks).toBe(true);
    expect(parseEnv({ NODE_ENV: "development", WEBHOOK_LOOPBACK: "off" }).allowsLoopbackWebhooks).toBe(false);
    expect(parseEnv({ NODE_ENV: "production", WEBHOOK_LOOPBACK: "on" }).allowsLoopbackWebhooks).toBe(true);
  });

  test("webhooks of test clients go to this machine where nobody reaches the service from another one", () => {
    const allows = (variables: Record<string, string>) =>
      parseEnv({ NODE_ENV: "production", ...variables }).allowsLoopbackOfClients;
    expect(allows({})).toBe(true);
    expect(allows({ WEBHOOK_LOOPBACK: "off" })).toBe(false);
    for (const reached of [
      { HOST: "0.0.0.0" },
      { PUBLIC_URL: "https://points.example" },
      { TRUST_PROXY: "loopback" },
    ])
      expect([allows(reached), allows({ ...reached, WEBHOOK_LOOPBACK: "on" })]).toEqual([false, true]);
  });

  test("an empty variable counts as absent", () => {
    expect(parseEnv({ PORT: "", DATABASE_URL: " " })).toEqual(parseEnv({}));
  });

  test("a metrics port of 0 switches metrics off, and a named one is told from the default", () => {
    expect(parseEnv({ METRICS_PORT: "0" }).metrics).toBeNull();
    expect(parseEnv({ METRICS_PORT: "9464" }).metrics?.isExplicit).toBe(true);
  });

  test.each([
    ["loopback", ["127.0.0.0/8", "::1/128"]],
    ["10.1.2.0/24, 2001:db8::/32,192.0.2.1", ["10.1.2.0/24", "2001:db8::/32", "192.0.2.1"]],
    ["Loopback 10.1.2.3", ["127.0.0.0/8", "::1/128", "10.1.2.3"]],
  ])("TRUST_PROXY=%s believes the networks that it names", (TRUST_PROXY, networks) => {
    const { trustedProxies } = parseEnv({ TRUST_PROXY });
    expect(trustedProxies).toEqual({ networks, hopsMax: null, isByNumber: false });
  });

  test.each([
    ["on", 1],
    ["true", 1],
    ["1", 1],
    ["10", 10],
  ])(
    "TRUST_PROXY=%s, which names no network, believes %i proxies of networks of one's own",
    (TRUST_PROXY, hopsMax) => {
      const { networks } = parseEnv({ TRUST_PROXY: "loopback,private" }).trustedProxies ?? {};
      expect(parseEnv({ TRUST_PROXY }).trustedProxies).toEqual({ networks, hopsMax, isByNumber: true });
    },
  );

  test("TRUST_PROXY believes nobody by off, and is refused where it would believe everybody or cannot be read", () => {
    for (const TRUST_PROXY of ["off", "0", "false", ""])
      expect(parseEnv({ TRUST_PROXY }).trustedProxies).toBeNull();
    const wrong = [
      "0.0.0.0/0",
      "::/0",
      "10.0.0.0/33",
      "proxy.test",
      "1,2",
      "loopback,1",
      "off,private",
      "11",
      ",",
    ];
    for (const TRUST_PROXY of wrong)
      expect(() => parseEnv({ TRUST_PROXY }), TRUST_PROXY).toThrow(/TRUST_PROXY/);
  });

  test("every wrong variable is named with the way to mend it, not only the first", () => {
    const parse = () => parseEnv({ PORT: "http", WEB_CONCURRENCY: "0", LOG_LEVEL: "loud" });
    expect(parse).toThrow(EnvError);
    expect(parse).toThrow(/PORT="http".*3000/);
    expect(parse).toThrow(/WEB_CONCURRENCY="0"/);
    expect(parse).toThrow(/LOG_LEVEL="loud".*info/);
  });

  test.each([
    ["PORT", "70000"],
    ["PORT", "-1"],
    ["PORT", "3000.5"],
    ["DATABASE_URL", "mysql://points@localhost/points"],
    ["DATABASE_URL", "postgresql://localhost"],
    ["DEMO_DATA", "maybe"],
    ["SESSION_SECRET", "too short"],
    ["PUBLIC_URL", "points.example.com"],
    ["METRICS_PORT", "x"],
    ["NODE_ENV", "staging"],
  ])("%s=%s is refused", (name, value) => {
    expect(() => parseEnv({ [name]: value })).toThrow(name);
  });

  test("a refused secret is not repeated", () => {
    const parse = () => parseEnv({ DATABASE_URL: "redis://:hunter2@localhost", SESSION_SECRET: "hunter2" });
    expect(parse).toThrow(/DATABASE_URL.*\n.*SESSION_SECRET/);
    expect(parse).not.toThrow(/hunter2/);
  });

  test("a worker process gets the database and the secrets its parent has found", () => {
    const settings = { ...parseEnv({}), databaseUrl: "postgresql:///points", sessionSecret: "s" };
    expect(childEnv(settings)).toEqual({
      DATABASE_URL: "postgresql:///points",
      DATABASE_DIRECT_URL: "",
      SESSION_SECRET: "s",
      MALLOC_ARENA_MAX: "2",
      DATABASE_MIGRATION_URL: "",
      DEMO_DATA: "on",
    });
  });
});

test("docs/configuration.md and .env.example have a line for every variable, with its default", () => {
  const rows = readFileSync("docs/configuration.md", "utf8").matchAll(
    /^\| (?<names>`[A-Z].*?) \| (?<defaults>[^|]*) \|/gm,
  );
  const told = new Map(
    [...rows].flatMap(({ groups: { names = "", defaults = "" } = {} }) => {
      const values = [...defaults.matchAll(/`([^`]*)`/g)].map(([, value]) => value);
      return [...names.matchAll(/`([A-Z][A-Z_\d]+)`/g)].map(
        ([, name], place, all) =>
          [name, all.length > 1 || values.length === 1 ? values[place] : undefined] as const,
      );
    }),
  );
  const example = readFileSync(".env.example", "utf8");
  for (const [name, variable] of Object.entries<Variable>(VARIABLES)) {
    if (["NODE_ENV", "PAGE_SOCKET"].includes(name)) continue;
    expect(told.has(name), name).toBe(true);
    expect(example, name).toMatch(new RegExp(`^#?${name}=`, "m"));
    if (variable.byDefault !== undefined && !name.startsWith("OIDC_"))
      expect([name, told.get(name)]).toEqual([name, variable.byDefault]);
  }
});
