import { z } from "zod";
import type { ErrorCode } from "@/lib/ledger/rules/errors";
import { failureExample, OTHER_SUCCESSES, SUCCESS_EXAMPLES } from "./examples";
import { OPERATIONS, type OperationName } from "./operations";

// An operation's envelope is one object for either outcome, with null where the other would have something. Those who generate a client
// from the reference want two: a success whose wallet is there, and a refusal that names its codes. Null fields follow from the examples,
// which the serializers make; a test compares every answer with the result.

/** The envelope of an operation that was carried out. */
export function successSchema(name: OperationName): z.ZodObject {
  const examples: Envelope[] = [SUCCESS_EXAMPLES[name], ...(OTHER_SUCCESSES[name] ?? [])].map((example) => ({
    ...example,
  }));
  return outcome(name, "Success", (field, schema) => {
    if (field === "errorCode") return z.literal("0").meta(notesOf(schema));
    if (field === "ErrorCode") return z.literal(0).meta(notesOf(schema));
    const met = withMet(schema, examples, field);
    return examples.some((example) => example[field] === null) ? met : withoutNull(met);
  });
}

/** The envelope of an operation that was refused with one of its codes. */
export function refusalSchema(name: OperationName): z.ZodObject {
  const codes: readonly ErrorCode[] = OPERATIONS[name].codes;
  const examples: Envelope[] = codes.map((code) => failureExample(name, code));
  return outcome(name, "Refusal", (field, schema) => {
    if (field === "errorCode") return z.enum(codes.map(String)).meta(notesOf(schema));
    if (field === "ErrorCode") return z.literal(codes).meta(notesOf(schema));
    const isNullable = schema instanceof z.ZodNullable;
    return isNullable && examples.every((example) => example[field] === null)
      ? z.null().meta(notesOf(schema))
      : withMet(schema, examples, field);
  });
}

type Envelope = Readonly<Record<string, unknown>>;

function outcome(
  name: OperationName,
  suffix: "Success" | "Refusal",
  fieldOf: (field: string, schema: z.ZodType) => z.ZodType,
): z.ZodObject {
  const { shape } = OPERATIONS[name].response as z.ZodObject;
  const fields = Object.entries(shape).map(([field, schema]) => [field, fieldOf(field, schema as z.ZodType)]);
  return z.object(Object.fromEntries(fields)).meta({ id: `${name}${suffix}` });
}

/** Of a field that is one of several objects, those that an example has in it. */
function withMet(schema: z.ZodType, examples: readonly Envelope[], field: string): z.ZodType {
  const inner = withoutNull(schema);
  if (!(inner instanceof z.ZodUnion)) return schema;
  const [first, ...others] = (inner.options as readonly z.ZodType[]).filter((option) =>
    examples.some((example) => option.safeParse(example[field]).success),
  );
  if (first === undefined) return schema;
  const met = others.length === 0 ? first : z.union([first, ...others]);
  return inner === schema ? met : met.nullable().meta(notesOf(schema));
}

function withoutNull(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodNullable ? (schema.unwrap() as z.ZodType) : schema;
}

function notesOf(schema: z.ZodType): { description?: string } {
  const { description } = schema.meta() ?? {};
  return description === undefined ? {} : { description };
}
