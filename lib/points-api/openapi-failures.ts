import { z } from "zod";
import type { ZodOpenApiResponseObject } from "zod-openapi";
import type { ErrorCode } from "@/lib/ledger/rules/errors";
import { ERRORS } from "./errors";
import { failureExample } from "./examples";
import { everyAnswerHeaders, help, retryAfter, unlockAfter } from "./openapi-parameters";
import { OPERATIONS, type OperationName } from "./operations";
import { refusalSchema } from "./outcomes";
import type { RefusalForm } from "./refusal-forms";

export const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationName[];

const REFUSALS = byOperation(refusalSchema);

export function byOperation(
  schemaOf: (name: OperationName) => z.ZodObject,
): Record<OperationName, z.ZodObject> {
  return Object.fromEntries(OPERATION_NAMES.map((name) => [name, schemaOf(name)])) as Record<
    OperationName,
    z.ZodObject
  >;
}

/** One answer for each HTTP status that the operation's codes have, with an example for each code. */
export function failures(operation: OperationName): Record<`${4 | 5}${string}`, ZodOpenApiResponseObject> {
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
    headers: z.object({ ...everyAnswerHeaders, Link: help, ...retryHeaderOf(status) }),
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
  const { name, ownExamples = {} }: RefusalForm = OPERATIONS[operation].refused;
  return `${code in ownExamples ? operation : name}${code}`;
}

export function failureExamples(): Record<string, { summary: string; value: unknown }> {
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
