import { z } from "zod";
import type { Treatment } from "@/lib/areas/clients/masked-request";
import type { Bilingual } from "@/lib/platform/language";

/** How a value may be written besides the interface's way; `reference`: a text that tells a retry, no content of its request. */
export type FieldKind =
  | "text"
  | "reference"
  | "comment"
  | "mobile"
  | "pin"
  | "number"
  | "money"
  | "date"
  | "day"
  | "boolean"
  | "items"
  | "coupons"
  | "moneyOrMax";

/** All of a field of a request that its schema does not say. */
export interface FieldFacts {
  kind: FieldKind;
  /** As the log of a client's requests has it. */
  inLog: Treatment;
  /** As the API reference has it, and the portal's form to try requests out. */
  help: Bilingual;
  /** Its range, where that is more than its schema says. */
  limit?: Bilingual;
}

const FACTS = z.registry<FieldFacts>();

/** The schema of a field, with the field's facts. */
export function declared<Schema extends z.ZodType>(
  schema: Schema,
  { kind, inLog, help, limit }: FieldFacts,
): Schema {
  FACTS.add(schema, { kind, inLog, help, ...(limit && { limit }) } as never);
  return schema;
}

/** The facts of a field, also where its schema was refined or made optional since. */
export function factsOf(schema: z.ZodType): FieldFacts {
  const facts = FACTS.get(schema) as FieldFacts | undefined;
  if (facts !== undefined) return facts;
  const { in: read, innerType } = schema.def as { in?: z.ZodType; innerType?: z.ZodType };
  const inner = read ?? innerType;
  if (inner === undefined) throw new Error("A field of a request is not declared");
  return factsOf(inner);
}

/** The facts of each field of a request. */
export function factsIn(shape: Readonly<Record<string, unknown>>): [name: string, FieldFacts][] {
  return Object.entries(shape).map(([name, schema]) => [name, factsOf(schema as z.ZodType)]);
}
