import { z } from "zod";
import {
  type CreateDocumentOptions,
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import { ERROR_CODES, type ErrorCode } from "@/lib/ledger/core/errors";
import { ERRORS, SUCCESS_MESSAGE } from "./errors";
import {
  EVENT_GROUPS,
  EVENT_SCHEMAS,
  type EventGroup,
  FEED_CODES,
  FEED_EXAMPLE,
  feedPageSchema,
  feedQuerySchema,
  testEventSchema,
} from "./events";
import { EXAMPLE, failureExample, REQUEST_EXAMPLES, SUCCESS_EXAMPLES } from "./examples";
import { PATTERNS, REFERENCE_LENGTH_MAX } from "./fields";
import { MOVEMENTS } from "./movements";
import { type BodyOperationName, OPERATIONS, type OperationName } from "./operations";
import { refusalSchema, successSchema } from "./outcomes";
import {
  certificationProgressSchema,
  PROGRESS_EXAMPLE,
  RESET_EXAMPLE,
  SANDBOX_CODES,
  sandboxResetSchema,
} from "./sandbox";

const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationName[];

/** Each operation's envelopes: one object in the document, however many answers refer to it. */
const SUCCESSES = byOperation(successSchema);
const REFUSALS = byOperation(refusalSchema);

function byOperation(schemaOf: (name: OperationName) => z.ZodObject): Record<OperationName, z.ZodObject> {
  return Object.fromEntries(OPERATION_NAMES.map((name) => [name, schemaOf(name)])) as Record<
    OperationName,
    z.ZodObject
  >;
}

const versionParameter = z.enum(["v1"]).meta({
  description: "Version of the interface. Another one is answered with 1005.",
  examples: ["v1"],
  param: { id: "Version" },
});
const acceptLanguage = z
  .string()
  .optional()
  .meta({
    description: "`en` (default) or `ar`: the language of every text in the answer.",
    examples: ["ar"],
    param: { id: "AcceptLanguage" },
  });
const requestIdParameter = z
  .string()
  .optional()
  .meta({
    description:
      "An id of the caller's choice for this request, returned in the answer and kept in the log: up to 64 letters, digits, dots, hyphens and underscores. Another one is not used.",
    maxLength: 64,
    pattern: "^[A-Za-z0-9._-]+$",
    examples: ["3f0e2f6c-8f0b-4f5e-9f5c-0d7a3a0c5d11"],
    param: { id: "RequestId" },
  });
const idempotencyKey = z
  .string()
  .optional()
  .meta({
    description:
      "Takes the place of `ExternalLogId` when the body has none. Printable ASCII characters without spaces.",
    minLength: 1,
    maxLength: REFERENCE_LENGTH_MAX,
    pattern: PATTERNS.key,
    examples: ["7b1f6a1e-0f0a-4b0b-8d55-4a5a2f1f2c10"],
    param: { id: "IdempotencyKey" },
  });
const ifNoneMatch = z
  .string()
  .optional()
  .meta({
    description: "The `ETag` of the last answer.",
    examples: ['W/"q3Hk1r0Zc8m2vYw5uXe7tLs9"'],
    param: { id: "IfNoneMatch" },
  });

const everyAnswerHeaders = {
  "X-Request-Id": z.string().meta({
    description: "Name it when you report a problem.",
    examples: ["3f0e2f6c-8f0b-4f5e-9f5c-0d7a3a0c5d11"],
    header: { id: "X-Request-Id" },
  }),
  "API-Version": z
    .string()
    .meta({ description: "Version of the interface.", examples: ["v1"], header: { id: "API-Version" } }),
  "Content-Language": z
    .string()
    .meta({ description: "Language of the texts.", examples: ["en"], header: { id: "Content-Language" } }),
  RateLimit: z
    .string()
    .optional()
    .meta({
      description:
        "What is left of the client's rate and when it is whole again (IETF draft `ratelimit-headers`). Absent for a client without a limit.",
      examples: ['"default";r=199;t=1'],
      header: { id: "RateLimit" },
    }),
  "RateLimit-Policy": z
    .string()
    .optional()
    .meta({
      description: "The client's rate (IETF draft `ratelimit-headers`).",
      examples: ['"default";q=100;w=1'],
      header: { id: "RateLimit-Policy" },
    }),
};
const retryAfter = z.string().meta({
  description: "Whole seconds after which the request may be sent again.",
  examples: ["1"],
  header: { id: "Retry-After" },
});
const unlockAfter = z
  .string()
  .optional()
  .meta({
    description: "Whole seconds after which the lock ends; absent where it ends with a new PIN only.",
    examples: ["900"],
    header: { id: "Unlock-After" },
  });
const replayed = z
  .string()
  .optional()
  .meta({
    description: "`true` when this is the first answer again: the request had been carried out before.",
    examples: ["true"],
    header: { id: "Idempotent-Replayed" },
  });
const etag = z.string().meta({
  description: "Changes with the list.",
  examples: ['W/"q3Hk1r0Zc8m2vYw5uXe7tLs9"'],
  header: { id: "ETag" },
});
const cacheControl = z.string().meta({
  description: "How long the list may be kept.",
  examples: ["private, max-age=60"],
  header: { id: "Cache-Control" },
});

let made: Readonly<Record<string, unknown>> | undefined;

/**
 * The OpenAPI 3.1 document of the whole interface, made once from the schemas that check requests and shape answers. Plain
 * JSON, addressed to nowhere; `serve-openapi.ts` says where it is, and makes its examples work.
 */
export function openApiDocument(): Readonly<Record<string, unknown>> {
  made ??= makeDocument();
  return made;
}

function makeDocument(): Readonly<Record<string, unknown>> {
  const document = createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "Points Integration Service",
        version: "1.0.0",
        description: introduction(),
        contact: { name: "Points Integration Service", url: `${EXAMPLE.baseUrl}/docs` },
        license: { name: "MIT", url: "https://opensource.org/license/mit" },
      },
      servers: [{ url: EXAMPLE.baseUrl, description: "This service" }],
      tags: [
        { name: "Points", description: "Operations that change the points of a wallet." },
        {
          name: "Wallets",
          description: "Additions to the interface: what a till needs to know of a wallet, and opening one.",
        },
        { name: "Deals", description: "The deals that customers can get." },
        {
          name: "Events",
          description:
            "An addition to the interface: what happened, told by webhooks or asked for page by page. See *Events* above.",
        },
        {
          name: "Sandbox",
          description:
            "Additions for the makers of tills: what a test client asks of its own test wallets and of its certification.",
        },
      ],
      security: [{ ClientId: [] }],
      components: {
        securitySchemes: {
          ClientId: {
            type: "apiKey",
            in: "header",
            name: "ClientId",
            description:
              "The secret that the portal issues for a client. It says which merchant and branches the caller acts for and which operations it may perform. The demo data has `pis_test_demo`.",
          },
        },
        examples: failureExamples(),
      },
      paths: {
        ...Object.fromEntries(
          OPERATION_NAMES.map((name) => [
            `/api/Integration/{version}/${name}`,
            name === "GetDeals" ? { get: dealsOperation() } : { post: bodyOperation(name) },
          ]),
        ),
        "/api/events/v1": { get: feedOperation() },
        "/api/sandbox/v1/reset": { post: resetOperation() },
        "/api/sandbox/v1/certification": { get: certificationOperation() },
      },
      webhooks: {
        ...Object.fromEntries(
          EVENT_GROUPS.map((group) => [group, { post: webhook(EVENT_SCHEMAS[group], WEBHOOK_NAMES[group]) }]),
        ),
        test: { post: webhook(testEventSchema, WEBHOOK_NAMES.test) },
      },
    },
    { override: readable },
  );
  return JSON.parse(JSON.stringify(document)) as Readonly<Record<string, unknown>>;
}

/** Says the same in the words that readers and generators of clients understand best. */
const readable: NonNullable<CreateDocumentOptions["override"]> = ({ jsonSchema, zodSchema, io }) => {
  const { type } = zodSchema._zod.def;
  // A bare integer is bounded by what JSON can carry exactly, which says nothing about the field.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) {
    delete jsonSchema.minimum;
    delete jsonSchema.maximum;
  }
  // Answers may gain fields, and a client that was generated today must then still accept them.
  if (type === "object" && io === "output") delete jsonSchema.additionalProperties;
  if (type === "nullable") flattenNullable(jsonSchema);
};

/** `{ anyOf: [{ type: "string", … }, { type: "null" }] }` becomes `{ type: ["string", "null"], … }`. */
function flattenNullable(jsonSchema: { anyOf?: unknown; type?: unknown }): void {
  const [inner] = Array.isArray(jsonSchema.anyOf) ? (jsonSchema.anyOf as { type?: unknown }[]) : [];
  if (typeof inner?.type !== "string") return;
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, inner, { type: [inner.type, "null"] });
}

function bodyOperation(operation: BodyOperationName): ZodOpenApiOperationObject {
  const { request, summary, description } = OPERATIONS[operation];
  const isRepeatable =
    operation in MOVEMENTS || ["Enrol", "RedeemCoupon", "CancelCoupon"].includes(operation);
  return {
    summary: summary.en,
    description,
    operationId: operation,
    tags: [operation in MOVEMENTS ? "Points" : "Wallets"],
    requestParams: {
      path: z.object({ version: versionParameter }),
      header: z.object({
        ...(isRepeatable && { "Idempotency-Key": idempotencyKey }),
        "Accept-Language": acceptLanguage,
        "X-Request-Id": requestIdParameter,
      }),
    },
    requestBody: {
      required: true,
      content: { "application/json": { schema: request, example: REQUEST_EXAMPLES[operation] } },
    },
    responses: {
      "200": {
        description: isRepeatable
          ? "Done, or had been done already (`Idempotent-Replayed: true`)."
          : "As it stands now.",
        headers: z.object({
          ...everyAnswerHeaders,
          ...((isRepeatable || operation === "Quote") && { "Idempotent-Replayed": replayed }),
        }),
        content: {
          "application/json": { schema: SUCCESSES[operation], example: SUCCESS_EXAMPLES[operation] },
        },
      },
      ...failures(operation),
    },
  };
}

function dealsOperation(): ZodOpenApiOperationObject {
  const { request, summary, description } = OPERATIONS.GetDeals;
  const { ratePlan } = request.shape;
  return {
    summary: summary.en,
    description,
    operationId: "GetDeals",
    tags: ["Deals"],
    requestParams: {
      path: z.object({ version: versionParameter }),
      // A query string cannot say null, which the schema accepts for a parameter that is absent.
      query: z.object({
        ratePlan: ratePlan.meta({ ...ratePlan.in.meta(), override: { type: "string" } }),
      }),
      header: z.object({
        "Accept-Language": acceptLanguage,
        "If-None-Match": ifNoneMatch,
        "X-Request-Id": requestIdParameter,
      }),
    },
    responses: {
      "200": {
        description: "The live deals.",
        headers: z.object({ ...everyAnswerHeaders, ETag: etag, "Cache-Control": cacheControl }),
        content: { "application/json": { schema: SUCCESSES.GetDeals, example: SUCCESS_EXAMPLES.GetDeals } },
      },
      "304": {
        description: "Nothing has changed since the answer that `If-None-Match` names.",
        headers: z.object({ ETag: etag, "Cache-Control": cacheControl }),
      },
      ...failures("GetDeals"),
    },
  };
}

function feedOperation(): ZodOpenApiOperationObject {
  return endpoint(
    {
      operationId: "Events",
      summary: "Read what happened",
      description:
        "The events of the client's merchant from a cursor on, in order and under the same ids as the webhooks', for those who cannot receive. The client needs the scope `events`. A page may be empty while `hasMore` is true. The feed has a rate of its own, named `events` in the headers.",
      tags: ["Events"],
    },
    {
      query: feedQuerySchema,
      success: { description: "A page of events.", schema: feedPageSchema, example: FEED_EXAMPLE },
      codes: FEED_CODES,
      refusalId: "EventFeedRefusal",
    },
  );
}

function resetOperation(): ZodOpenApiOperationObject {
  return endpoint(
    {
      operationId: "SandboxReset",
      summary: "Bring the test wallets back to where they began",
      description:
        "Gives every wallet of the test client's sandbox its first balance and status again, unlocks its PIN and forgets first attempts. The points move by adjustments in the log, and references that were used stay used. Can be repeated; 1902 while another reset of the same sandbox is under way. 1103 for a live client. The sandbox has a rate of its own, named `sandbox` in the headers.",
      tags: ["Sandbox"],
    },
    {
      success: { description: "Done.", schema: sandboxResetSchema, example: RESET_EXAMPLE },
      codes: SANDBOX_CODES,
      refusalId: "SandboxResetRefusal",
    },
  );
}

function certificationOperation(): ZodOpenApiOperationObject {
  return endpoint(
    {
      operationId: "Certification",
      summary: "Say how far the test client has come with its certification",
      description:
        "Each requirement that the client's scopes ask for, with the requests of the client that show it. 1103 for a live client.",
      tags: ["Sandbox"],
    },
    {
      success: {
        description: "As the client's requests show it until now.",
        schema: certificationProgressSchema,
        example: PROGRESS_EXAMPLE,
      },
      codes: SANDBOX_CODES,
      refusalId: "CertificationRefusal",
    },
  );
}

/** An endpoint for API clients beside the operations of the interface. */
function endpoint(
  own: Pick<Required<ZodOpenApiOperationObject>, "operationId" | "summary" | "description" | "tags">,
  {
    query,
    success,
    codes,
    refusalId,
  }: {
    query?: z.ZodObject;
    success: { description: string; schema: z.ZodType; example: unknown };
    codes: readonly ErrorCode[];
    refusalId: string;
  },
): ZodOpenApiOperationObject {
  const refusal = z
    .object({ errorCode: z.enum(codes.map(String)), errorMessage: z.string() })
    .meta({ id: refusalId });
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort();
  return {
    ...own,
    requestParams: {
      ...(query !== undefined && { query }),
      header: z.object({ "Accept-Language": acceptLanguage, "X-Request-Id": requestIdParameter }),
    },
    responses: {
      "200": {
        description: success.description,
        headers: z.object(everyAnswerHeaders),
        content: { "application/json": { schema: success.schema, example: success.example } },
      },
      ...Object.fromEntries(
        statuses.map((status) => [
          String(status),
          {
            description: codes
              .filter((code) => ERRORS[code].status === status)
              .map((code) => `**${code}** ${ERRORS[code].en}`)
              .join("<br>"),
            headers: z.object({
              ...everyAnswerHeaders,
              ...(status === 429 || status === 503 ? { "Retry-After": retryAfter } : {}),
            }),
            content: { "application/json": { schema: refusal } },
          },
        ]),
      ),
    },
  };
}

const WEBHOOK_NAMES: Record<EventGroup | "test", { operationId: string; summary: string }> = {
  points: { operationId: "PointsWebhook", summary: "Points of a wallet moved" },
  wallet: { operationId: "WalletWebhook", summary: "A wallet was opened or changed" },
  deal: { operationId: "DealWebhook", summary: "A deal was made, changed or deleted" },
  coupon: { operationId: "CouponWebhook", summary: "A coupon was issued, used or ended" },
  anchor: { operationId: "AnchorWebhook", summary: "The logs were signed" },
  security: { operationId: "SecurityWebhook", summary: "A grave security event" },
  test: { operationId: "TestWebhook", summary: "Somebody pressed the test button" },
};

/** A message to a receiver, after the Standard Webhooks specification. */
function webhook(
  schema: z.ZodType,
  { operationId, summary }: { operationId: string; summary: string },
): ZodOpenApiOperationObject {
  return {
    operationId,
    summary,
    description:
      "Sent to the addresses that the portal keeps. Answer 2xx within 10 seconds; anything else is tried again for a day, and later events of the same wallet or deal wait for it. The same `webhook-id` may come twice.",
    tags: ["Events"],
    security: [],
    requestParams: {
      header: z.object({
        "webhook-id": z.string().meta({ description: "The event's `id`.", examples: ["evt_p4178"] }),
        "webhook-timestamp": z
          .string()
          .meta({ description: "When it was sent, in seconds since 1970.", examples: ["1795258955"] }),
        "webhook-signature": z.string().meta({
          description:
            "`v1,` and the HMAC-SHA256 of id, timestamp and body, in base 64; one for each valid secret, separated by spaces.",
          examples: ["v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="],
        }),
      }),
    },
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses: {
      "2XX": { description: "Received. What the answer holds is not looked at." },
      "4XX": { description: "Tried again later; 410 disables the endpoint." },
    },
  };
}

/** One answer for each HTTP status that the operation's codes have, with an example for each code. */
function failures(operation: OperationName): Record<`${4 | 5}${string}`, ZodOpenApiResponseObject> {
  const codesByStatus = new Map<number, ErrorCode[]>();
  for (const code of [...OPERATIONS[operation].codes].sort((one, other) => one - other)) {
    const codes = codesByStatus.get(ERRORS[code].status) ?? [];
    codesByStatus.set(ERRORS[code].status, [...codes, code]);
  }
  const answers = [...codesByStatus].sort(([one], [other]) => one - other);
  return Object.fromEntries(
    answers.map(([status, codes]) => [String(status), failure(operation, status, codes)]),
  );
}

/** A PIN's lock may not end by itself. */
function retryHeaderOf(status: number): Readonly<Record<string, z.ZodType>> {
  if (status === 423) return { "Retry-After": unlockAfter };
  return status === 429 || status === 503 ? { "Retry-After": retryAfter } : {};
}

function failure(
  operation: OperationName,
  status: number,
  codes: readonly ErrorCode[],
): ZodOpenApiResponseObject {
  return {
    description: codes.map((code) => `**${code}** ${ERRORS[code].en}`).join("<br>"),
    headers: z.object({ ...everyAnswerHeaders, ...retryHeaderOf(status) }),
    content: {
      "application/json": {
        schema: REFUSALS[operation],
        examples: Object.fromEntries(
          codes.map((code) => [code, { $ref: `#/components/examples/${exampleName(operation, code)}` }]),
        ),
      },
    },
  };
}

/** Operations with one envelope share the examples of its failures. */
function exampleName(operation: OperationName, code: ErrorCode): string {
  if (operation === "GetDeals") return `Deals${code}`;
  if (operation === "Quote") return `Quote${code}`;
  if (operation === "GetCoupons") return `Coupons${code}`;
  if (operation === "Enrol" && code === 1207) return `Enrol${code}`;
  return operation === "Reward" ? `Reward${code}` : `Points${code}`;
}

function failureExamples(): Record<string, { summary: string; value: unknown }> {
  const examples: Record<string, { summary: string; value: unknown }> = {};
  for (const operation of OPERATION_NAMES) {
    for (const code of OPERATIONS[operation].codes) {
      examples[exampleName(operation, code)] ??= {
        summary: `${code}: ${ERRORS[code].en}`,
        value: failureExample(operation, code),
      };
    }
  }
  return examples;
}

function introduction(): string {
  return `Points wallets for POS systems. Every operation that changes points returns the wallet after the change and the
points log entry that the change created.

## Who calls

Every request carries the header \`ClientId\`. A wallet is addressed by \`WalletCode\` **and** \`ContactMsisdn\`, the branch
by \`BranchMsisdn\`. A client that is set to sign its requests adds \`X-Timestamp\` and \`X-Signature\`; how, is on the page
[Signing requests](/docs/en/signing).

## Sending a request again

Send \`ExternalLogId\` (or the header \`Idempotency-Key\`) with every operation, and when no answer arrives send the same
request again: points move once. The same reference with the same content returns the first answer again, with the
header \`Idempotent-Replayed: true\`; with other content it is refused with 1501. A refusal has no effect and does not
use the reference up. \`PinCode\` is not part of the content.

## Values

- A request body is a JSON object in UTF-8 of at most 16 KiB. Field names are case-sensitive, unknown fields are
  ignored, and a field that is named twice is refused (1003).
- A required field that is absent or null is 1001, one with a wrong value is 1002; an optional field may be absent, null or
  an empty text.
- Points are whole numbers. \`PointsValue\` is a money value in currency units, whole or with up to two decimals.
- Dates carry the programme's UTC offset, daylight saving included, and whole seconds; the dates of deals are UTC.
- An answer may gain fields; callers ignore those that they do not know.

## Errors

Every answer, a refusal included, is the operation's whole envelope with every key present: \`wallet\` and \`pointsLog\` are
null, \`offerNumber\` and \`totalAmount\` are 0. Where the table says so the refusal carries the wallet, so that the till can
show the balance. The codes are stable and never reused. A client can be set to get HTTP 200 with every answer: its refusals look as those below and differ in the status
only. Every answer,
a refusal included, has the headers \`X-Request-Id\`, \`API-Version\` and \`Content-Language\`.

## Events

An addition: a merchant's systems are told of what happens by webhooks (signed after the
[Standard Webhooks](https://www.standardwebhooks.com) specification, set up in the portal), or ask the feed from where they left
off. Events are told after they are committed, in order for each wallet and deal, and under ids that never change.

<details>
<summary>All codes</summary>

${errorTable()}

</details>
`;
}

function errorTable(): string {
  const rows = ERROR_CODES.map((code) => {
    const { status, en, ar, carriesWallet } = ERRORS[code];
    return row(
      String(code),
      code === 1007 ? "404 / 405" : String(status),
      en,
      ar,
      carriesWallet ? "yes" : "",
    );
  });
  return [
    row("code", "HTTP", "English", "Arabic", "wallet"),
    row("---", "---", "---", "---", "---"),
    row("0", "200", SUCCESS_MESSAGE.en, SUCCESS_MESSAGE.ar, "yes"),
    ...rows,
  ].join("\n");
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
