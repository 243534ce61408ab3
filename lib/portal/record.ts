import * as z from "zod/mini";
import { type $ZodType, type $ZodTypeDef, clone } from "zod/v4/core";
import { idSchema, versionSchema } from "./wire/id";

// A record, declared once: each field with its schema and its part in requests, answers and the audit log.

/** Requests and answers that a field stands in. The audit log keeps every field. */
type Part = "create" | "change" | "answer";
interface Field<Schema extends $ZodType, In extends Part> {
  schema: Schema;
  parts: readonly In[];
}
type Fields = Readonly<Record<string, Field<$ZodType, Part>>>;

const fieldOf =
  <const In extends Part>(...parts: In[]) =>
  <Schema extends $ZodType>(schema: Schema): Field<Schema, In> => ({ schema, parts });

/** A field of the record's forms. */
export const written = fieldOf("create", "change", "answer");
/** A field that is chosen once, when the record is made. */
export const chosen = fieldOf("create", "answer");
/** A field that is answered and that no form sends. */
export const shown = fieldOf("answer");
/** A field that requests change and no answer shows. */
export const changed = fieldOf("change");
/** A field of the request that makes the record. Answers show it in another shape, or not. */
export const given = fieldOf("create");
/** A field of requests that answers show in another shape. */
export const asked = fieldOf("create", "change");
/** A field that a new record cannot be given. */
export const adjusted = fieldOf("change", "answer");
/** A field of the server and the audit log alone. */
export const kept = fieldOf<never>();

/** {@link written} for each schema of a group. */
export const writtenAll = <Schemas extends Readonly<Record<string, $ZodType>>>(schemas: Schemas) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, written(schema)])) as {
    [Name in keyof Schemas]: Field<Schemas[Name], "create" | "change" | "answer">;
  };

type Shape<All extends Fields, In extends Part> = {
  [Name in keyof All as In extends All[Name]["parts"][number] ? Name : never]: All[Name]["schema"];
};
type Optional<Shape> = { [Name in keyof Shape]: z.ZodMiniOptional<Extract<Shape[Name], $ZodType>> };
/** Answers carry a moment as text. */
type Answered<Of> = Of extends Date
  ? string
  : Of extends readonly (infer Item extends object)[]
    ? Answered<Item>[]
    : Of extends object
      ? { [Name in keyof Of]: Answered<Of[Name]> }
      : Of;
type Shown<Shape> = {
  [Name in keyof Shape]: z.ZodMiniType<
    Answered<Value<Shape[Name]>>,
    Value<Shape[Name]> | Answered<Value<Shape[Name]>>
  >;
};
type Versioned<Shape> = Shape & { version: typeof versionSchema };
type Counted<Shape> = Versioned<Shape> & { id: typeof idSchema };
type Value<Schema> = Exclude<z.output<Schema>, undefined>;
export type View<All extends Fields> = { [Name in keyof All]: Value<All[Name]["schema"]> } & {
  id: number;
  version: number;
};

/** A value as Prisma has read it: checks of the database let one of a field's words through, and no other text. */
type Column<Of> = Of extends string
  ? string
  : Of extends number
    ? number | bigint | Decimal
    : Of extends readonly string[]
      ? readonly string[]
      : Of;
interface Decimal {
  toNumber(): number;
}
const read = (value: unknown) => {
  if (typeof value === "bigint") return Number(value);
  return typeof value === "object" && value !== null && "toNumber" in value
    ? (value as Decimal).toNumber()
    : value;
};

/** A moment in an answer: the server's Date, its text for the browser. */
export const shownMoment = z.pipe(
  z.transform((at: Date | string) => (at instanceof Date ? at.toISOString() : at)),
  z.iso.datetime(),
);

/** The schema of a value that is shown, also where the database has one that no form would send. */
function shownSchema(schema: $ZodType): $ZodType {
  const def = schema._zod.def as $ZodTypeDef & Record<string, unknown>;
  const inner = (part: unknown) => shownSchema(part as $ZodType);
  if ("in" in def) return inner(def.in);
  if (def.type === "date" || def.format === "datetime") return shownMoment;
  if (def.type === "string") return z.string();
  if (def.type === "optional") return inner(def.innerType);
  const loose: Record<string, unknown> = { checks: [] };
  for (const part of ["innerType", "element"]) if (part in def) loose[part] = inner(def[part]);
  if (def.type === "object")
    loose.shape = Object.fromEntries(
      Object.entries(def.shape as object).map(([name, part]) => [name, inner(part)]),
    );
  if (def.type === "union") loose.options = (def.options as unknown[]).map(inner);
  return clone(schema, { ...def, ...loose });
}

/**
 * The schemas of a record with `id` and `version`: `create` and `change` (all fields) or `changes` (absent ones stay as they are) as
 * requests, `answer` as the server shows the record. `view` takes the fields out of a database row, so that a column without a
 * field never leaves the server.
 */
export function record<const All extends Fields>(fields: All) {
  const names = Object.keys(fields) as (keyof All & string)[];
  const shapeOf = <In extends Part>(part: In) =>
    Object.fromEntries(
      names.filter((name) => fields[name]?.parts.includes(part)).map((name) => [name, fields[name]?.schema]),
    ) as Shape<All, In>;
  const change = shapeOf("change");
  const version = { version: versionSchema };
  const answer = Object.entries(shapeOf("answer")).map(([name, schema]) => [
    name,
    shownSchema(schema as $ZodType),
  ]);
  const columns = [...names, "id", "version"];
  return {
    create: z.object(shapeOf("create")),
    change: z.object({ ...change, ...version } as Versioned<Shape<All, "change">>),
    changes: z.extend(z.partial(z.object(change)), version) as unknown as z.ZodMiniObject<
      Versioned<Optional<Shape<All, "change">>>
    >,
    answer: z.object({ ...Object.fromEntries(answer), id: idSchema, ...version } as unknown as Counted<
      Shown<Shape<All, "answer">>
    >),
    names,
    view: (row: { [Name in keyof View<All>]: Column<View<All>[Name]> }) =>
      Object.fromEntries(columns.map((name) => [name, read(row[name])])) as View<All>,
  };
}
