import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { GET } from "@/app/api/postman.json/route";
import { CLIENTS } from "@/lib/demo/catalogue/people";
import { completeEnv, type Env } from "@/lib/platform/env";
import { markSocketAddress } from "@/lib/platform/http/socket-address";
import { OPERATIONS } from "@/lib/points-api/operations";
import { postmanCollection } from "@/lib/points-api/postman";

/** The parts of Postman's format 2.1 that the collection uses, as its schema has them. Anything else is refused. */
const event = z.strictObject({
  listen: z.enum(["prerequest", "test"]),
  script: z.strictObject({ type: z.literal("text/javascript"), exec: z.array(z.string()).min(1) }),
});
const header = z.strictObject({ key: z.string().min(1), value: z.string() });
const request = z.strictObject({
  method: z.enum(["GET", "POST"]),
  description: z.string(),
  header: z.array(header),
  url: z.strictObject({ raw: z.string(), host: z.array(z.string()), path: z.array(z.string()) }),
  body: z
    .strictObject({
      mode: z.literal("raw"),
      raw: z.string(),
      options: z.strictObject({ raw: z.strictObject({ language: z.literal("json") }) }),
    })
    .optional(),
});
const item = z.strictObject({
  name: z.string().min(1),
  event: z.array(event),
  request,
  response: z.array(z.never()),
});
const collectionSchema = z.strictObject({
  info: z.strictObject({
    name: z.string().min(1),
    description: z.string(),
    schema: z.literal("https://schema.getpostman.com/json/collection/v2.1.0/collection.json"),
  }),
  variable: z.array(z.strictObject({ key: z.string(), value: z.string() })),
  item: z.array(z.union([item, z.strictObject({ name: z.string(), item: z.array(item).min(1) })])),
});

const collection = collectionSchema.parse(postmanCollection("https://points.example.com"));
const requests = collection.item.flatMap((one) => ("item" in one ? one.item : [one]));

describe("the Postman collection", () => {
  test("names the service where it was asked for, behind a proxy that ends TLS as well", async () => {
    const baseUrlFor = async (headers: Record<string, string>) => {
      const request = fromProxy("http://127.0.0.1:3000/api/postman.json", headers);
      const { variable } = collectionSchema.parse(await GET(request).json());
      return variable.find(({ key }) => key === "baseUrl")?.value;
    };
    const forwarded = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "points.test" };
    expect(await baseUrlFor({ Host: "points.test:3000", ...forwarded })).toBe("http://points.test:3000");
    const trustedProxies = { networks: ["127.0.0.1"], hopsMax: null, isByNumber: false };
    completeEnv({ trustedProxies } satisfies Partial<Env> as Parameters<typeof completeEnv>[0]);
    expect(await baseUrlFor({ Host: "127.0.0.1:3000", ...forwarded })).toBe("https://points.test");
  });

  test("has every operation, the feed and the sandbox, by the variable of the address", () => {
    const last = collection.item.map((one) => ("item" in one ? one.item.at(-1) : one));
    const paths = last.map((one) => one?.request.url.raw);
    expect(paths).toEqual([
      ...Object.keys(OPERATIONS).map((name) => `{{baseUrl}}/api/Integration/v1/${name}`),
      "{{baseUrl}}/api/events/v1",
      "{{baseUrl}}/api/sandbox/v1/reset",
      "{{baseUrl}}/api/sandbox/v1/certification",
    ]);
    for (const { url } of requests.map((one) => one.request))
      expect(url.raw).toBe(`${url.host.join("")}/${url.path.join("/")}`);
  });

  test("sends the ClientId that the variable has, and holds no other secret than the demo's", () => {
    for (const one of requests)
      expect(one.request.header).toContainEqual({ key: "ClientId", value: "{{clientId}}" });
    const text = JSON.stringify(collection);
    const secrets = text.match(/pis_\w+/g) ?? [];
    expect([...new Set(secrets)]).toEqual(["pis_test_demo"]);
    expect(CLIENTS.map(({ secret }) => secret)).toContain("pis_test_demo");
  });

  test("uses no variable that it does not have", () => {
    const known = new Set(collection.variable.map(({ key }) => key));
    const used = [...JSON.stringify(collection).matchAll(/\{\{([^}]+)\}\}/g)].map(([, name = ""]) => name);
    expect(used.filter((name) => !name.startsWith("$") && !known.has(name))).toEqual([]);
    expect(collection.variable).toContainEqual({ key: "baseUrl", value: "https://points.example.com" });
  });

  test("makes references and dates new at each request", () => {
    for (const { request: sent, name } of requests) {
      const raw = sent.body?.raw ?? "";
      expect(raw, name).not.toMatch(/"ExternalLogId": "(?!\{\{\$guid\}\}")/);
      expect(raw, name).not.toMatch(/"TransactionDate": "(?!\{\{\$isoTimestamp\}\}")/);
      expect(raw, name).not.toMatch(/"TransactionId": (?!\{\{transactionId\}\})/);
    }
  });
});

/** A request as it comes in over a connection from this machine. */
function fromProxy(url: string, headers: Record<string, string>): Request {
  const incoming = {
    headers: {} as Record<string, string>,
    rawHeaders: [],
    socket: { remoteAddress: "127.0.0.1" },
  };
  markSocketAddress(incoming as unknown as IncomingMessage);
  return new Request(url, { headers: { ...headers, ...incoming.headers } });
}
