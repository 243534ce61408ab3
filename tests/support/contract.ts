import type { IncomingHttpHeaders } from "node:http";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { expect } from "vitest";
import type { ErrorCode } from "@/lib/ledger/rules/errors";
import { errorStatus } from "@/lib/points-api/errors";
import { openApiDocument } from "@/lib/points-api/openapi";

// What is published is checked by a validator that knows nothing of the schemas it was made from.

interface DescribedHeader {
  required?: boolean;
  schema?: object;
  $ref?: string;
}
interface DescribedAnswer {
  headers?: Record<string, DescribedHeader>;
  content?: Record<string, { schema: object }>;
}
interface Described {
  paths: Record<string, Record<string, { responses: Record<string, DescribedAnswer> }>>;
  webhooks: Record<string, unknown>;
  components: { headers: Record<string, DescribedHeader>; schemas: Record<string, object> };
}

const document = openApiDocument() as unknown as Described;
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(document, "openapi");

const validators = new Map<string, ValidateFunction>();

function validatorAt(...path: readonly string[]): ValidateFunction {
  const pointer = path
    .map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")))
    .join("/");
  let validator = validators.get(pointer);
  if (validator === undefined) {
    validator = ajv.compile({ $ref: `openapi#/${pointer}` });
    validators.set(pointer, validator);
  }
  return validator;
}

function problemsOf(validator: ValidateFunction, value: unknown): string[] {
  return validator(value)
    ? []
    : (validator.errors ?? []).map(({ instancePath, message, params }) =>
        [instancePath, message, JSON.stringify(params)].join(" "),
      );
}

/** What is wrong with a value by a named schema of the document. */
export function problemsBySchema(name: string, value: unknown): string[] {
  return problemsOf(validatorAt("components", "schemas", name), value);
}

/** What is wrong with what a webhook sends, by the document. */
export function problemsOfWebhook(group: string, body: unknown): string[] {
  return problemsOf(
    validatorAt("webhooks", group, "post", "requestBody", "content", "application/json", "schema"),
    body,
  );
}

interface Told {
  path: string;
  method: "get" | "post";
  status: number;
  headers: IncomingHttpHeaders;
  /** Undefined when there is none to look at. */
  json: unknown;
}

/**
 * Compares an answer with what the document says of its operation: that there is such a status, the body, and the headers. A
 * client that is always to get HTTP 200 is answered as with the status of its code.
 */
export function expectDescribed({ path, method, status, headers, json }: Told): void {
  const { responses } = document.paths[path]?.[method] ?? { responses: {} };
  const code = codeOf(json);
  const described = String(code === 0 ? status : errorStatus({ code, details: {} }));
  expect(Object.keys(responses), `${path} may be answered with ${described}`).toContain(described);
  const answer = responses[described] as DescribedAnswer;
  if (json !== undefined && answer.content !== undefined)
    expect(
      problemsOf(
        validatorAt("paths", path, method, "responses", described, "content", "application/json", "schema"),
        json,
      ),
      `the body of ${path} with ${described} is as the document says`,
    ).toEqual([]);
  expectDescribedHeaders(answer, headers);
}

function expectDescribedHeaders(
  { headers: described = {} }: DescribedAnswer,
  headers: IncomingHttpHeaders,
): void {
  for (const [name, header] of Object.entries(described)) {
    const { required, schema } = header.$ref === undefined ? header : componentHeader(header.$ref);
    const value = headers[name.toLowerCase()];
    if (required) expect(value, `the header ${name} is there, as the document says`).toBeDefined();
    if (value !== undefined && schema !== undefined)
      expect(problemsOf(ajv.compile(schema), value), `the header ${name} is as the document says`).toEqual(
        [],
      );
  }
}

function componentHeader(ref: string): DescribedHeader {
  const name = decodeURIComponent(ref.split("/").at(-1) ?? "");
  const header = document.components.headers[name];
  if (header === undefined) throw new Error(`The document refers to ${ref}, which it does not have`);
  return header;
}

/** 0 for a success, whichever envelope it comes in. */
function codeOf(json: unknown): ErrorCode | 0 {
  if (typeof json !== "object" || json === null) return 0;
  const { errorCode, ErrorCode } = json as { errorCode?: string; ErrorCode?: number };
  return Number(errorCode ?? ErrorCode ?? 0) as ErrorCode | 0;
}
