import { z } from "zod";
import { type CreateDocumentOptions, createDocument, type ZodOpenApiOperationObject } from "zod-openapi";
import { EVENT_GROUPS, EVENT_SCHEMAS, testEventSchema } from "./events";
import { EXAMPLE, REQUEST_EXAMPLES } from "./example-requests";
import { SUCCESS_EXAMPLES } from "./examples";
import { certificationOperation, feedOperation, resetOperation, webhookOperations } from "./openapi-clients";
import { byOperation, failureExamples, failures, OPERATION_NAMES } from "./openapi-failures";
import { introduction } from "./openapi-introduction";
import {
  acceptLanguage,
  cacheControl,
  etag,
  everyAnswerHeaders,
  idempotencyKey,
  ifNoneMatch,
  replayed,
  requestIdParameter,
  versionParameter,
} from "./openapi-parameters";
import { WEBHOOK_NAMES, webhook } from "./openapi-webhooks";
import { type BodyOperationName, OPERATIONS } from "./operations";
import { successSchema } from "./outcomes";
import { WEBHOOK_PATH } from "./sandbox-webhook";

/** Each operation's envelopes: one object in the document, however many answers refer to it. */
const SUCCESSES = byOperation(successSchema);

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
            "Additions for developers of tills: what a test client asks of its own test wallets and of its certification.",
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
        [WEBHOOK_PATH]: webhookOperations(),
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
  const { request, summary, description, moves, repeated } = OPERATIONS[operation];
  const isRepeatable = repeated === "first";
  return {
    summary: summary.en,
    description,
    operationId: operation,
    tags: [moves?.what === "points" ? "Points" : "Wallets"],
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
          ...(repeated !== "anew" && { "Idempotent-Replayed": replayed }),
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
  const { ratePlan, BranchMsisdn } = request.shape;
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
        BranchMsisdn: BranchMsisdn.meta({ ...BranchMsisdn.in.meta(), override: { type: "string" } }),
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
