import { Validator } from "@seriousme/openapi-schema-validator";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EVENT_TYPES } from "@/lib/areas/webhooks/event-types";
import { ERROR_CODES, type ErrorCode } from "@/lib/ledger/rules/errors";
import { ERRORS } from "@/lib/points-api/errors";
import { EVENT_GROUPS, FEED_CODES, FEED_EXAMPLE, feedPageSchema, typesOf } from "@/lib/points-api/events";
import { EXAMPLE, REQUEST_EXAMPLES } from "@/lib/points-api/example-requests";
import { failureExample, OTHER_SUCCESSES, SUCCESS_EXAMPLES } from "@/lib/points-api/examples";
import { MOVEMENT_NAMES } from "@/lib/points-api/movements";
import { openApiDocument } from "@/lib/points-api/openapi";
import { asOpenApi30 } from "@/lib/points-api/openapi-3-0";
import { OPERATIONS, type OperationName } from "@/lib/points-api/operations";
import { parseRequest } from "@/lib/points-api/request";
import { PROGRESS_EXAMPLE, RESET_EXAMPLE, SANDBOX_CODES } from "@/lib/points-api/sandbox";
import {
  SANDBOX_WEBHOOK_CODES,
  SANDBOX_WEBHOOK_EXAMPLE,
  WEBHOOK_PATH,
} from "@/lib/points-api/sandbox-webhook";
import { problemsBySchema } from "@/tests/support/contract";

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
const POINTS_NAMES = MOVEMENT_NAMES;
const REPEATABLE: readonly OperationName[] = [
  ...MOVEMENT_NAMES,
  ...(["Enrol", "RedeemCoupon", "CancelCoupon"] as const),
];

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

/** The document, and the same for older generators, with the address of a service. */
const EDITIONS = { "3.1": served(document), "3.0": served(asOpenApi30(openApiDocument())) } as const;
const EDITION_NAMES = Object.keys(EDITIONS) as (keyof typeof EDITIONS)[];

function served(edition: object): Readonly<Record<string, unknown>> {
  return JSON.parse(JSON.stringify(edition).replaceAll(EXAMPLE.baseUrl, "https://points.test"));
}

describe("the document", () => {
  test.each(EDITION_NAMES)("is valid by the published schema of OpenAPI %s", async (edition) => {
    const { errors = [] } = await new Validator().validate(structuredClone(EDITIONS[edition]));
    expect(errors).toEqual([]);
  });

  test.each(EDITION_NAMES)("as %s resolves every reference, and uses every component", (edition) => {
    const text = JSON.stringify(EDITIONS[edition]);
    const referred = [...text.matchAll(/"\$ref":"#\/([^"]*)"/g)].map(([, pointer = ""]) => pointer);
    const missing = referred.filter(
      (pointer) =>
        pointer
          .split("/")
          .map((part) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~"))
          .reduce<unknown>((node, part) => (node as Record<string, unknown>)?.[part], EDITIONS[edition]) ===
        undefined,
    );
    const { components } = EDITIONS[edition] as unknown as Document;
    const demanded = [...text.matchAll(/"security":(\[[^\]]*\](?:\}\])?)/g)].join();
    const unused = Object.entries(components).flatMap(([kind, named]) =>
      Object.keys(named as object).filter(
        (name) =>
          !referred.includes(`components/${kind}/${name}`) &&
          !(kind === "securitySchemes" && demanded.includes(`"${name}"`)),
      ),
    );
    expect({ missing, unused }).toEqual({ missing: [], unused: [] });
  });

  test.each(EDITION_NAMES)("as %s describes each operation once, with its tag and its answers", (edition) => {
    const { paths, tags } = EDITIONS[edition] as unknown as Document & { tags: { name: string }[] };
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ name: `${method} ${path}`, path, ...operation })),
    ) as unknown as {
      name: string;
      path: string;
      operationId: string;
      summary: string;
      description: string;
      tags: string[];
      parameters: { name?: string; in?: string }[];
      responses: Record<string, { description: string }>;
    }[];
    const known = tags.map(({ name }) => name);
    const poor = operations.filter(
      ({ summary, description, tags: own, responses }) =>
        !summary ||
        !description ||
        own.length === 0 ||
        own.some((tag) => !known.includes(tag)) ||
        !Object.keys(responses).some((status) => status.startsWith("2")) ||
        !Object.keys(responses).some((status) => status.startsWith("4")) ||
        Object.values(responses).some((answer) => !("$ref" in answer || answer.description)),
    );
    expect(poor.map(({ name }) => name)).toEqual([]);
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id, index) => !/^\w+$/.test(id) || ids.indexOf(id) !== index)).toEqual([]);
  });

  test("says in both editions the same: operations, parameters, statuses, fields, and which of them are required", () => {
    const shape = (edition: Readonly<Record<string, unknown>>) => {
      const { paths, components } = edition as unknown as Document;
      return {
        paths: Object.entries(paths).map(([address, item]) => [
          address,
          Object.entries(item).map(([method, { parameters, responses }]) => [
            method,
            parameters.length,
            Object.keys(responses),
          ]),
        ]),
        // Where 3.1 says that a component may be null, 3.0 has a copy of it.
        schemas: Object.fromEntries(
          Object.entries(components.schemas).map(([name, { required, properties }]) => [
            name.replace(/^Nullable/, ""),
            { required, properties: Object.keys(properties ?? {}) },
          ]),
        ),
      };
    };
    expect(shape(EDITIONS["3.0"])).toEqual(shape(EDITIONS["3.1"]));
    // 3.0 has no type that is a list, no `const`, no `examples` of a schema, and a place of its own for webhooks.
    const older = JSON.stringify(EDITIONS["3.0"]);
    expect(older).not.toMatch(/"type":\[|"const":|"type":"null"|"propertyNames"/);
    expect(EDITIONS["3.0"]).toMatchObject({ openapi: "3.0.3", "x-webhooks": { points: {} } });
  });

  test("has every route of the service that is not the portal's own, and no other path", () => {
    const routes = Object.keys(import.meta.glob("/app/api/**/route.ts"))
      .map((file) => file.replace(/^\/app(.*)\/route\.ts$/, "$1").replace(/\[(\w+)\]/g, "{$1}"))
      .filter((address) => !address.startsWith("/api/portal/"));
    // Whatever else is asked for below the operations is answered by these with 1005 or 1007.
    const answersForNone = ["/api/[...path]", "/api/Integration", "/api/Integration/[...path]"];
    const own = ["/api/openapi.json", "/api/openapi-3.0.json", "/api/postman.json"];
    expect([...Object.keys(document.paths), ...answersForNone, ...own].sort()).toEqual(routes.sort());
  });

  test("has a webhook for every type of event, whose example page the schemas accept as it is", () => {
    expect(Object.keys(document.webhooks)).toEqual([...EVENT_GROUPS, "test"]);
    expect(EVENT_GROUPS.flatMap(typesOf).sort()).toEqual([...EVENT_TYPES].sort());
    expect(feedPageSchema.parse(FEED_EXAMPLE)).toEqual(FEED_EXAMPLE);
  });

  test.each([
    ["/api/events/v1", "get", FEED_CODES],
    ["/api/sandbox/v1/reset", "post", SANDBOX_CODES],
    ["/api/sandbox/v1/certification", "get", SANDBOX_CODES],
    ...(["get", "put", "post", "delete"] as const).map(
      (method) => [WEBHOOK_PATH, method, SANDBOX_WEBHOOK_CODES] as const,
    ),
  ] as const)(
    "has at %s every code that may be answered, and in its refusal no other",
    (path, method, codes) => {
      const { operationId = "", responses = {} } = document.paths[path]?.[method] ?? {};
      const described = Object.values(responses).flatMap(({ description }) =>
        [...description.matchAll(/\*\*(\d+)\*\*/g)].map(([, code]) => Number(code)),
      );
      expect(described.sort()).toEqual([...codes].sort());
      const refusal = `${operationId === "Events" ? "EventFeed" : operationId}Refusal`;
      const allowed = ERROR_CODES.filter(
        (code) => problemsBySchema(refusal, { errorCode: String(code), errorMessage: "" }).length === 0,
      );
      expect(allowed).toEqual([...codes]);
    },
  );

  test("shows a test client's answers by examples that its schemas accept", () => {
    expect(problemsBySchema("SandboxReset", RESET_EXAMPLE)).toEqual([]);
    expect(problemsBySchema("CertificationProgress", PROGRESS_EXAMPLE)).toEqual([]);
    expect(problemsBySchema("SandboxWebhook", SANDBOX_WEBHOOK_EXAMPLE)).toEqual([]);
    expect(problemsBySchema("CertificationProgress", { ...PROGRESS_EXAMPLE, met: "1" })).not.toEqual([]);
  });

  test("has every operation by its one method, the feed, the sandbox, and no other path", () => {
    expect(document.openapi).toBe("3.1.0");
    const operations = Object.values(OPERATIONS).map(({ name, method }) => [
      `/api/Integration/{version}/${name}`,
      [method.toLowerCase()],
    ]);
    expect(Object.entries(document.paths).map(([address, item]) => [address, Object.keys(item)])).toEqual([
      ...operations,
      ["/api/events/v1", ["get"]],
      ["/api/sandbox/v1/reset", ["post"]],
      ["/api/sandbox/v1/certification", ["get"]],
      [WEBHOOK_PATH, ["get", "put", "post", "delete"]],
    ]);
    for (const name of ["Reward", "RedeemUser", "Refund", "Cancel", "GetDeals"])
      expect(document.paths).toHaveProperty([`/api/Integration/{version}/${name}`]);
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
    expect(requests).toHaveLength(Object.keys(OPERATIONS).length - 1);
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
        ? ["version", "ratePlan", "BranchMsisdn", "Accept-Language", "If-None-Match", "X-Request-Id"]
        : [
            "version",
            ...(REPEATABLE.includes(name) ? ["Idempotency-Key"] : []),
            "Accept-Language",
            "X-Request-Id",
          ];
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
      expect("Retry-After" in headers).toBe(["423", "429", "503"].includes(status));
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

describe("success and refusal", () => {
  test.each(POINTS_NAMES)(
    "of %s are two objects: a success has its wallet, a refusal names its codes",
    (name) => {
      const success: Record<string, unknown> = structuredClone({ ...SUCCESS_EXAMPLES[name] });
      expect(problemsBySchema(`${name}Success`, success)).toEqual([]);
      expect(problemsBySchema(`${name}Refusal`, success)).not.toEqual([]);
      for (const broken of [{ wallet: null }, { errorCode: "1301" }, { errorCode: 0 }, { offerNumber: null }])
        expect(problemsBySchema(`${name}Success`, { ...success, ...broken })).not.toEqual([]);
      for (const code of ERROR_CODES) {
        const refusal = { ...failureExample(name, 1201), errorCode: String(code) };
        const isOwn = (OPERATIONS[name].codes as readonly number[]).includes(code);
        expect([code, problemsBySchema(`${name}Refusal`, refusal).length === 0]).toEqual([code, isOwn]);
      }
    },
  );

  test("of GetDeals are two objects, whose codes are numbers", () => {
    const success = structuredClone({ ...SUCCESS_EXAMPLES.GetDeals });
    expect(problemsBySchema("GetDealsSuccess", success)).toEqual([]);
    expect(problemsBySchema("GetDealsSuccess", { ...success, ErrorCode: "0" })).not.toEqual([]);
    expect(problemsBySchema("GetDealsRefusal", failureExample("GetDeals", 1103))).toEqual([]);
    expect(problemsBySchema("GetDealsRefusal", { ...success, ErrorCode: 1301 })).not.toEqual([]);
  });

  test("nothing is null in a success that its example shows", () => {
    for (const name of POINTS_NAMES) {
      const example: Readonly<Record<string, unknown>> = { ...SUCCESS_EXAMPLES[name] };
      for (const [field, value] of Object.entries(example)) {
        const isRefused = problemsBySchema(`${name}Success`, { ...example, [field]: null }).length > 0;
        const isNullElsewhere = (OTHER_SUCCESSES[name] ?? []).some(
          (other) => (other as Readonly<Record<string, unknown>>)[field] === null,
        );
        expect([name, field, isRefused]).toEqual([name, field, value !== null && !isNullElsewhere]);
      }
    }
  });
});

/** Texts of every kind that a till may send: plain, blank, long, with control characters, digits of either script. */
const anyText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 70 }),
  fc.string({
    unit: fc.constantFrom("0", "1", "9", "٣", "۴", "+", "-", "(", ")", ".", " ", "a"),
    maxLength: 34,
  }),
  fc.string({ unit: fc.constantFrom(" ", "\t", "\n", "\u0000", "\u0085", "\u00a0", "x"), maxLength: 6 }),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc
    .tuple(fc.nat(2100), fc.nat(15), fc.nat(33))
    .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join("-")),
  fc.constantFrom(
    "",
    "2026-02-29",
    "2028-02-29",
    "2026-11-21T12:34+02:00",
    "2026-11-21T24:00Z",
    "2026-11-21T12:34:56+0200",
  ),
  fc.integer({ min: 0, max: 300 }).map((length) => "x".repeat(length)),
);
const anyValue = fc.oneof(
  { weight: 8, arbitrary: anyText },
  {
    weight: 4,
    arbitrary: fc.oneof(fc.integer({ min: -5, max: 1_000_100 }), fc.double(), fc.maxSafeInteger()),
  },
  fc.constantFrom(null, true, undefined),
);

describe.each(POINTS_NAMES)("the request of %s", (name) => {
  const { request } = OPERATIONS[name];
  const example: Readonly<Record<string, unknown>> = REQUEST_EXAMPLES[name];
  /** What a schema cannot say: whether a country has numbers of that length, and how many decimals a number has. */
  const takesLess = (field: string) =>
    field.endsWith("Msisdn") || ["PointsValue", "BillValue", "RedeemValue"].includes(field);

  test.each(Object.keys(request.shape))(
    "has in its %s what the service takes when it reads by the letter",
    (field) => {
      fc.assert(
        fc.property(anyValue, (value) => {
          // What JSON cannot carry nobody sends.
          const sent = JSON.parse(JSON.stringify({ ...example, [field]: value })) as Record<string, unknown>;
          const isTaken = request.safeParse(sent).success;
          const isDescribed = problemsBySchema(`${name}Request`, sent).length === 0;
          if (isTaken || !takesLess(field))
            expect({ sent, isDescribed }).toEqual({ sent, isDescribed: isTaken });
        }),
        { numRuns: 300 },
      );
    },
  );

  test("has the fields that the service requires, and no others", () => {
    for (const field of Object.keys(request.shape)) {
      const { [field]: _, ...sent } = example;
      expect([field, problemsBySchema(`${name}Request`, sent).length === 0]).toEqual([
        field,
        request.safeParse(sent).success,
      ]);
    }
  });
});

test("a Cancel names an entry by its number or by its reference: by neither is no request", () => {
  const { TransactionId, ...rest } = REQUEST_EXAMPLES.Cancel;
  const isDescribed = (fields: object) =>
    problemsBySchema("CancelRequest", { ...rest, ...fields }).length === 0;
  expect(isDescribed({})).toBe(false);
  expect(isDescribed({ TransactionId: null, OriginalExternalLogId: null })).toBe(false);
  expect(isDescribed({ OriginalExternalLogId: "" })).toBe(false);
  expect(isDescribed({ OriginalExternalLogId: "R-1" })).toBe(true);
  expect(isDescribed({ TransactionId, OriginalExternalLogId: "R-1" })).toBe(true);
});
