import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { GET } from "@/app/api/openapi.json/route";
import { EVENT_TYPES } from "@/lib/areas/webhooks/event-types";
import { ERROR_CODES, type ErrorCode } from "@/lib/ledger/errors";
import { ERRORS } from "@/lib/points-api/errors";
import { EVENT_GROUPS, FEED_CODES, FEED_EXAMPLE, feedPageSchema, typesOf } from "@/lib/points-api/events";
import { failureExample, REQUEST_EXAMPLES, SUCCESS_EXAMPLES } from "@/lib/points-api/examples";
import { openApiDocument } from "@/lib/points-api/openapi";
import { OPERATIONS, type OperationName, type PointsOperationName } from "@/lib/points-api/operations";
import { parseRequest } from "@/lib/points-api/request";

interface Answer {
  description: string;
  headers: Record<string, unknown>;
  content?: { "application/json": { example?: unknown; examples?: Record<string, { $ref: string }> } };
}
interface Operation {
  operationId: string;
  parameters: ({ $ref: string } | { name: string })[];
  requestBody?: unknown;
  responses: Record<string, Answer>;
}
interface Document {
  openapi: string;
  info: { description: string };
  security: unknown;
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, { required?: string[]; properties?: Record<string, { description?: string }> }>;
    securitySchemes: unknown;
    examples: Record<string, { value: unknown }>;
    parameters: Record<string, { name: string; in: string }>;
  };
}

const document = JSON.parse(JSON.stringify(openApiDocument())) as Document;
const NAMES = Object.keys(OPERATIONS) as OperationName[];
const POINTS_NAMES = Object.keys(REQUEST_EXAMPLES) as PointsOperationName[];

function operationOf(name: OperationName): Operation {
  const method = OPERATIONS[name].method.toLowerCase();
  const operation = document.paths[`/api/Integration/{version}/${name}`]?.[method];
  if (operation === undefined) throw new Error(`${name} is not in the document`);
  return operation;
}

function parameterNames(operation: Operation): string[] {
  return operation.parameters.map((parameter) => {
    if ("name" in parameter) return parameter.name;
    return document.components.parameters[parameter.$ref.replace(/.*\//, "")]?.name ?? "";
  });
}

/** The linter's verdict: how it exits and what it found. */
async function lint(folder: string): Promise<{ exitCode: number; problems: unknown }> {
  const file = path.join(folder, "openapi.json");
  await writeFile(file, JSON.stringify(openApiDocument()));
  const cli = path.resolve("node_modules/@redocly/cli/bin/cli.js");
  const options = {
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, "lint", file, "--format=json"], options, (error, stdout) => {
      const { problems } = JSON.parse(stdout.slice(stdout.indexOf("{"))) as { problems: unknown };
      resolve({ exitCode: Number(error?.code ?? 0), problems });
    });
  });
}

describe("the document", () => {
  test("passes the linter's recommended rules without an error or a warning", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "points-openapi-"));
    try {
      expect(await lint(folder)).toEqual({ exitCode: 0, problems: [] });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test("is served as JSON, whole", async () => {
    const response = GET();
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await response.json()).toEqual(document);
  });

  test("has every route of the service that is not the portal's own, and no other path", () => {
    const routes = Object.keys(import.meta.glob("/app/api/**/route.ts"))
      .map((file) => file.replace(/^\/app(.*)\/route\.ts$/, "$1").replace(/\[(\w+)\]/g, "{$1}"))
      .filter((address) => !address.startsWith("/api/portal/"));
    // Whatever else is asked for below the operations is answered by these with 1005 or 1007.
    const answersForNone = ["/api/[...path]", "/api/Integration", "/api/Integration/[...path]"];
    const own = ["/api/openapi.json"];
    expect([...Object.keys(document.paths), ...answersForNone, ...own].sort()).toEqual(routes.sort());
  });

  test("has a webhook for every type of event, whose example page the schemas accept as it is", () => {
    expect(Object.keys(document.webhooks)).toEqual([...EVENT_GROUPS, "test"]);
    expect(EVENT_GROUPS.flatMap(typesOf).sort()).toEqual([...EVENT_TYPES].sort());
    expect(feedPageSchema.parse(FEED_EXAMPLE)).toEqual(FEED_EXAMPLE);
    const feed = document.paths["/api/events/v1"]?.get;
    const described = Object.values(feed?.responses ?? {}).flatMap(({ description }) =>
      [...description.matchAll(/\*\*(\d+)\*\*/g)].map(([, code]) => Number(code)),
    );
    expect(described.sort()).toEqual([...FEED_CODES].sort());
  });

  test("has the five operations of the interface, the feed and no other path", () => {
    expect(document.openapi).toBe("3.1.0");
    expect(Object.entries(document.paths).map(([address, item]) => [address, Object.keys(item)])).toEqual([
      ["/api/Integration/{version}/Reward", ["post"]],
      ["/api/Integration/{version}/RedeemUser", ["post"]],
      ["/api/Integration/{version}/Refund", ["post"]],
      ["/api/Integration/{version}/Cancel", ["post"]],
      ["/api/Integration/{version}/GetDeals", ["get"]],
      ["/api/events/v1", ["get"]],
    ]);
  });

  test("every operation is called with the header ClientId", () => {
    expect(document.security).toEqual([{ ClientId: [] }]);
    expect(document.components.securitySchemes).toMatchObject({
      ClientId: { type: "apiKey", in: "header", name: "ClientId" },
    });
  });

  test("explains every code once, with its status and both texts", () => {
    for (const code of ERROR_CODES) {
      const rows = document.info.description.split("\n").filter((line) => line.startsWith(`| ${code} |`));
      expect(rows).toHaveLength(1);
      for (const text of [String(ERRORS[code].status), ERRORS[code].en, ERRORS[code].ar]) {
        expect(rows[0]).toContain(text);
      }
    }
  });

  test("every code is the answer of some operation, but for the one that says there is no such operation", () => {
    const answered = new Set(Object.values(OPERATIONS).flatMap(({ codes }): readonly number[] => codes));
    expect(ERROR_CODES.filter((code) => !answered.has(code))).toEqual([1007]);
  });

  test("every field of a request is described", () => {
    const requests = Object.entries(document.components.schemas).filter(([name]) => name.endsWith("Request"));
    expect(requests).toHaveLength(4);
    for (const [, { properties }] of requests) {
      for (const [field, { description }] of Object.entries(properties ?? {})) {
        expect([field, description]).toEqual([field, expect.stringMatching(/\w+/)]);
      }
    }
  });
});

describe.each(NAMES)("%s in the document", (name) => {
  const operation = operationOf(name);

  test("names the parameters that it reads", () => {
    const expected =
      name === "GetDeals"
        ? ["version", "ratePlan", "Accept-Language", "If-None-Match", "X-Request-Id"]
        : ["version", "Idempotency-Key", "Accept-Language", "X-Request-Id"];
    expect(parameterNames(operation)).toEqual(expected);
  });

  test("has an example for each of its codes, under the code's status, with the headers of every answer", () => {
    const found = Object.entries(operation.responses).flatMap(([status, answer]) =>
      Object.keys(answer.content?.["application/json"].examples ?? {}).map((code) => `${status} ${code}`),
    );
    const codes: readonly ErrorCode[] = OPERATIONS[name].codes;
    const expected = codes.map((code) => `${ERRORS[code].status} ${code}`);
    expect(found.toSorted()).toEqual(expected.toSorted());
    for (const [status, { headers }] of Object.entries(operation.responses)) {
      if (status !== "304") expect(headers).toMatchObject({ "X-Request-Id": {}, "API-Version": {} });
      expect("Retry-After" in headers).toBe(["429", "503"].includes(status));
    }
  });

  test("its examples of failures are whole envelopes that the schema accepts", () => {
    for (const code of OPERATIONS[name].codes) {
      const example: unknown = JSON.parse(JSON.stringify(failureExample(name, code)));
      expect(OPERATIONS[name].response.parse(example)).toEqual(example);
      expect(JSON.stringify(example)).not.toMatch(/\{\w+\}/);
    }
  });

  test("its example of success is a whole envelope that the schema accepts", () => {
    const example: unknown = JSON.parse(JSON.stringify(SUCCESS_EXAMPLES[name]));
    expect(OPERATIONS[name].response.parse(example)).toEqual(example);
    expect(operation.responses["200"]?.content?.["application/json"].example).toEqual(example);
  });
});

describe.each(POINTS_NAMES)("the example of %s", (name) => {
  test("is a request that is accepted, and its answer carries what was sent", () => {
    const sent: Readonly<Record<string, unknown>> = REQUEST_EXAMPLES[name];
    expect(() => parseRequest(OPERATIONS[name].request, sent)).not.toThrow();
    const { wallet, pointsLog } = SUCCESS_EXAMPLES[name];
    expect(wallet?.walletCode).toBe(sent.WalletCode);
    expect(wallet?.contactMsisdn).toBe(sent.ContactMsisdn);
    expect(wallet?.totalPoints).toBe(pointsLog?.balanceAfter);
    expect(pointsLog).toMatchObject({ merchantMSISDN: sent.BranchMsisdn, externalLogId: sent.ExternalLogId });
    expect(pointsLog?.invoiceNumber).toBe(sent.InvoiceNumber ?? null);
  });
});
