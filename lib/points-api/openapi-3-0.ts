type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type JsonObject = { [name: string]: Json };

/**
 * An OpenAPI 3.1 document as 3.0, for generators that know no newer one. Only the webhooks stand elsewhere, under `x-webhooks`: 3.0 has no
 * place for them. Pure; the document that it is given stays as it is.
 */
export function asOpenApi30(document: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { webhooks, ...rest } = structuredClone(document) as JsonObject;
  return withNullableCopies({
    ...(convert(rest) as JsonObject),
    openapi: "3.0.3",
    ...(webhooks === undefined ? {} : { "x-webhooks": convert(webhooks) }),
  });
}

/** Keys of callers' values, which are copied unchanged. */
const VALUES: ReadonlySet<string> = new Set(["example", "value", "default", "enum"]);

function convert(node: Json): Json {
  if (Array.isArray(node)) return node.map(convert);
  if (node === null || typeof node !== "object") return node;
  const children: JsonObject = {};
  for (const [name, child] of Object.entries(node)) {
    if (name === "properties") children[name] = convertEach(child);
    else children[name] = VALUES.has(name) ? child : convert(child);
  }
  return isSchema(children) ? schemaOf(children) : children;
}

/** A schema's properties may bear any name. */
function convertEach(properties: Json): Json {
  return Object.fromEntries(
    Object.entries(properties as JsonObject).map(([name, schema]) => [name, convert(schema)]),
  );
}

/** A schema is told by what only schemas have. Parameters, headers and media types have none of these. */
function isSchema(node: JsonObject): boolean {
  return (
    "const" in node ||
    "anyOf" in node ||
    "oneOf" in node ||
    "allOf" in node ||
    typeof node.type === "string" ||
    Array.isArray(node.type) ||
    ("$ref" in node && Object.keys(node).length > 1)
  );
}

function schemaOf({
  type,
  examples,
  const: only,
  propertyNames: _,
  $ref,
  ...schema
}: JsonObject): JsonObject {
  const converted: JsonObject = { ...schema };
  // A security scheme has a type as well, and nothing else in common with schemas.
  if (type === "apiKey") return { type, ...schema };
  if (Array.isArray(examples) && examples[0] !== undefined) converted.example = examples[0];
  if (only !== undefined) converted.enum = [only];
  if ($ref !== undefined) converted.allOf = [{ $ref }];
  addType(converted, type);
  for (const [bound, flag] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    const limit = converted[bound];
    if (typeof limit !== "number") continue;
    converted[flag] = limit;
    converted[bound] = true;
  }
  return withoutNullBranch(converted);
}

function addType(schema: JsonObject, type: Json | undefined): void {
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type];
  const own = types.filter((name) => name !== "null");
  if (own[0] !== undefined) schema.type = own[0];
  if (own.length < types.length) schema.nullable = true;
  if (types.length === 0 || own.length > 0) return;
  // Nothing but null: 3.0 has no type for it, and wants one beside `nullable`.
  schema.type = "object";
  schema.enum = [null];
}

const COMPONENT = "#/components/schemas/";
/** How the copies of components are named that may be null as well: in 3.0 a reference cannot add that. */
const NULLABLE = "Nullable";

/** `anyOf` with a branch that is null becomes what is left of it, which may be null. */
function withoutNullBranch(schema: JsonObject): JsonObject {
  if (!Array.isArray(schema.anyOf)) return schema;
  const branches = schema.anyOf as JsonObject[];
  const own = branches.filter((branch) => !isNullOnly(branch));
  const [only] = own;
  if (own.length === branches.length || own.length !== 1 || only === undefined) return schema;
  const { anyOf: _, ...rest } = schema;
  if (typeof only.$ref !== "string") return { ...rest, ...only, nullable: true };
  const ref = { $ref: only.$ref.replace(COMPONENT, COMPONENT + NULLABLE) };
  return Object.keys(rest).length === 0 ? ref : { ...rest, allOf: [ref] };
}

function isNullOnly({ enum: values }: JsonObject): boolean {
  return Array.isArray(values) && values.every((value) => value === null);
}

/** The components, and copies of them that may be null as well, as far as they are referred to. */
function withNullableCopies(document: JsonObject): JsonObject {
  const components = document.components as { schemas: Record<string, JsonObject> };
  const text = JSON.stringify(document);
  const both = Object.entries(components.schemas).flatMap(([name, schema]): [string, JsonObject][] => [
    [name, schema],
    [NULLABLE + name, { ...schema, nullable: true }],
  ]);
  const referred = both.filter(([name]) => text.includes(`"${COMPONENT}${name}"`));
  return { ...document, components: { ...components, schemas: Object.fromEntries(referred) } };
}
