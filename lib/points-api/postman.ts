import { addressOf } from "@/lib/platform/http/origin";
import { EXAMPLE } from "./example-requests";
import { openApiDocument } from "./openapi";
import type { Operation } from "./operation";
import { OPERATIONS, type OperationName } from "./operations";
import { WEBHOOK_PATH } from "./sandbox-webhook";

/** Parts of the OpenAPI document for the collection. */
interface OpenApi {
  info: { title: string };
  paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
}

interface OpenApiOperation {
  operationId: string;
  summary: string;
  description: string;
  requestBody?: { content: { "application/json": { example: Readonly<Record<string, unknown>> } } };
}

interface PostmanRequest {
  name: string;
  method: string;
  path: string;
  description: string;
  fields?: Readonly<Record<string, unknown>>;
  before?: readonly string[];
  after: readonly string[];
}

/** A mobile number that no wallet has yet. */
const NEW_MOBILE = 'pm.collectionVariables.set("newMobile", "0109" + String(Date.now()).slice(-7));';
/** Scripts that keep a part of an answer for later requests. */
const KEPT = {
  transactionId: 'pm.collectionVariables.set("transactionId", pm.response.json().pointsLog.id);',
  offerNumber: 'pm.collectionVariables.set("offerNumber", pm.response.json().offers[0].offerNumber);',
  couponNumber: 'pm.collectionVariables.set("couponNumber", pm.response.json().couponNumber);',
} as const;
/** Null of an endpoint beside the operations. */
function operationNamed(name: string): Operation | null {
  return Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name as OperationName] : null;
}

/** Endpoints beside the operations have no code in a success. */
function successTest(name: string): string {
  const found =
    name === "GetDeals"
      ? "json().ErrorCode).to.eql(0)"
      : name in OPERATIONS
        ? 'json().errorCode).to.eql("0")'
        : "code).to.eql(200)";
  return `pm.test("Success", () => pm.expect(pm.response.${found});`;
}
/** Numbers stand in a body without quotation marks. */
const QUOTED_NUMBER = /"(\{\{(?:transactionId|offerNumber)\}\})"/g;

/** Stands for the address until it is known who asks. */
const ADDRESS = "http://address.invalid";

let collection: string | undefined;

/** {@link postmanCollection} as JSON, for the service where it was asked for. Made once: only the address differs. */
export function postmanJson({ headers }: Request): string {
  collection ??= JSON.stringify(postmanCollection(ADDRESS));
  const baseUrl = addressOf(headers);
  return collection.replace(JSON.stringify(ADDRESS), () => JSON.stringify(baseUrl));
}

/**
 * The interface as a Postman collection (format 2.1), made from the OpenAPI document. Its requests work one after the other, and again,
 * against the demo data; references and dates are new each time.
 */
export function postmanCollection(baseUrl: string): Readonly<Record<string, unknown>> {
  const { info, paths } = openApiDocument() as unknown as OpenApi;
  // An endpoint for webhooks needs a receiver of one's own.
  const { [WEBHOOK_PATH]: _receiver, ...tried } = paths;
  const operations = Object.entries(tried).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const requests = new Map(
    operations.map(({ path, method, operation }) => [
      operation.operationId,
      requestOf(path, method, operation),
    ]),
  );
  return {
    info: {
      name: info.title,
      description: "Set clientId to your own ClientId. The pages for developers are at {{baseUrl}}/docs.",
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    variable: [
      { key: "baseUrl", value: baseUrl },
      { key: "clientId", value: "pis_test_demo" },
      { key: "transactionId", value: "0" },
      { key: "offerNumber", value: "0" },
      { key: "couponNumber", value: "" },
      { key: "newMobile", value: "" },
    ],
    item: [...requests].map(([name, request]) => {
      const makers = (operationNamed(name)?.sample.after ?? []).map((maker) => {
        const made = requests.get(maker);
        if (made === undefined) throw new Error(`No operation is called ${maker}`);
        const keeps = operationNamed(maker)?.sample.keeps ?? null;
        const after = [...made.after, ...(keeps === null ? [] : [KEPT[keeps]])];
        return { ...made, name: `First: ${made.name}`, after };
      });
      if (makers.length === 0) return item(request);
      return { name: request.name, item: [...makers.map(item), item(request)] };
    }),
  };
}

function requestOf(path: string, method: string, operation: OpenApiOperation): PostmanRequest {
  const { operationId, summary, description, requestBody } = operation;
  const example = requestBody?.content["application/json"].example;
  return {
    name: `${operationId}: ${summary}`,
    method,
    path: path.replace("{version}", "v1"),
    description,
    ...(example === undefined ? {} : { fields: freshFields(operationId, example) }),
    ...(example?.ContactMsisdn === EXAMPLE.newMsisdn ? { before: [NEW_MOBILE] } : {}),
    after: [successTest(operationId)],
  };
}

/** The example of the contract, with what can be sent only once, or only today, made new at each request. */
function freshFields(operation: string, example: Readonly<Record<string, unknown>>) {
  const fields: Record<string, unknown> = { ...example };
  if ("HoldId" in fields) fields.HoldId = "{{transactionId}}";
  else if ("OfferNumber" in fields) fields.OfferNumber = "{{offerNumber}}";
  else if ("CouponNumber" in fields) fields.CouponNumber = "{{couponNumber}}";
  else if ("CouponNumbers" in fields) fields.CouponNumbers = ["{{couponNumber}}"];
  else if ((operationNamed(operation)?.sample.after ?? []).length > 0) {
    fields.TransactionId = "{{transactionId}}";
    delete fields.OriginalExternalLogId;
  }
  if (operationNamed(operation)?.repeated === "anew") {
    delete fields.ExternalLogId;
    delete fields.Operation;
  } else if ("ExternalLogId" in fields) fields.ExternalLogId = "{{$guid}}";
  if ("TransactionDate" in fields) fields.TransactionDate = "{{$isoTimestamp}}";
  if (fields.ContactMsisdn === EXAMPLE.newMsisdn) fields.ContactMsisdn = "{{newMobile}}";
  return fields;
}

function item({ name, method, path, description, fields, before, after }: PostmanRequest) {
  const segments = path.replace(/^\//, "").split("/");
  return {
    name,
    event: [...(before === undefined ? [] : [script("prerequest", before)]), script("test", after)],
    request: {
      method,
      description,
      header: [
        { key: "ClientId", value: "{{clientId}}" },
        { key: "Accept-Language", value: "en" },
        ...(fields === undefined ? [] : [{ key: "Content-Type", value: "application/json" }]),
      ],
      url: { raw: `{{baseUrl}}${path}`, host: ["{{baseUrl}}"], path: segments },
      ...(fields === undefined
        ? {}
        : {
            body: {
              mode: "raw",
              raw: JSON.stringify(fields, null, 2).replace(QUOTED_NUMBER, "$1"),
              options: { raw: { language: "json" } },
            },
          }),
    },
    response: [],
  };
}

function script(listen: "prerequest" | "test", exec: readonly string[]) {
  return { listen, script: { type: "text/javascript", exec } };
}
