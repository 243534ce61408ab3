import * as z from "zod/mini";
import { idSchema } from "./wire/id";

// A record, declared once: each field with its schema and its part in requests, answers, lists and the audit log.

export const versionSchema = z.int().check(z.minimum(0), z.maximum(2_147_483_647));

interface Field<Schema extends z.ZodMiniType, IsWritten extends boolean> {
  schema: Schema;
  /** True for a field of the forms: it stands in the requests that create and change the record. */
  isWritten: IsWritten;
  /** True for personal data: the audit log says that the field changed, and keeps no value. */
  isPersonal: boolean;
}
type Fields = Readonly<Record<string, Field<z.ZodMiniType, boolean>>>;

/** A field of the record's forms. */
export const written = <Schema extends z.ZodMiniType>(
  schema: Schema,
  { isPersonal = false }: { isPersonal?: boolean } = {},
): Field<Schema, true> => ({ schema, isWritten: true, isPersonal });

/** A field that is answered and that no form sends. */
export const shown = <Schema extends z.ZodMiniType>(schema: Schema): Field<Schema, false> => ({
  schema,
  isWritten: false,
  isPersonal: false,
});

type Shapes<All extends Fields> = { [Name in keyof All]: All[Name]["schema"] };
type Written<All extends Fields> = {
  [Name in keyof All as All[Name]["isWritten"] extends true ? Name : never]: All[Name]["schema"];
};
/** A column of text holds what a check of the database lets through: one of the field's words. */
type Loose<Record> = { [Name in keyof Record]: Record[Name] extends string ? string : Record[Name] };
type Counted<Shape> = Shape & { id: typeof idSchema; version: typeof versionSchema };

/**
 * The schemas of a record with `id` and `version`: `create` and `change` as requests, `answer` as the server shows the record. `view` takes the
 * answer's fields out of a database row, so that a column without a field never leaves the server.
 */
export function record<const All extends Fields>(fields: All) {
  const shapeOf = (names: string[]) => Object.fromEntries(names.map((name) => [name, fields[name]?.schema]));
  const names = Object.keys(fields);
  const create = shapeOf(names.filter((name) => fields[name]?.isWritten)) as Written<All>;
  const answer = { ...shapeOf(names), id: idSchema, version: versionSchema } as unknown as Counted<
    Shapes<All>
  >;
  return {
    create: z.object(create),
    change: z.object({ ...create, version: versionSchema } as Written<All> & {
      version: typeof versionSchema;
    }),
    answer: z.object(answer),
    personal: names.filter((name) => fields[name]?.isPersonal),
    view: (row: Loose<z.infer<z.ZodMiniObject<Counted<Shapes<All>>>>>) =>
      Object.fromEntries(Object.keys(answer).map((name) => [name, row[name as keyof typeof row]])) as z.infer<
        z.ZodMiniObject<Counted<Shapes<All>>>
      >,
  };
}
