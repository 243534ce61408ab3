/**
 * The types of the TypeScript client, made from the OpenAPI document: the schemas, and for each operation its request, its
 * success and its refusal. Covers what this service's document uses; anything else fails instead of becoming `unknown`.
 */

interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  additionalProperties?: unknown;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  not?: unknown;
}

interface Content {
  content?: { "application/json"?: { schema: Schema } };
}

interface OperationObject {
  operationId: string;
  summary?: string;
  parameters?: readonly { $ref?: string; name?: string; in?: string; schema?: Schema; required?: boolean }[];
  requestBody?: Content;
  responses: Readonly<Record<string, Content>>;
}

interface OpenApi {
  paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  components: {
    schemas: Readonly<Record<string, Schema>>;
    parameters?: Readonly<Record<string, { name: string; in: string; schema?: Schema; required?: boolean }>>;
  };
}

const INTEGRATION = "/api/Integration/";
const SCHEMA_REFERENCE = /^#\/components\/schemas\/(.+)$/;
const PARAMETER_REFERENCE = /^#\/components\/parameters\/(.+)$/;
const REFERENCE_HEADER = "Idempotency-Key";

/**
 * The source text of `src/contract.ts`.
 * @throws Error where the document holds something that has no type here.
 */
export function contractTypes(document: unknown): string {
  const api = document as OpenApi;
  const operations = Object.entries(api.paths)
    .filter(([path]) => path.startsWith(INTEGRATION))
    .flatMap(([, item]) => Object.entries(item).map(([method, operation]) => ({ method, operation })));
  const blocks = [
    "// Made from the OpenAPI document by `node scripts/client-types.mjs`. Changes made here are lost.",
    `export interface components {\n  schemas: {\n${Object.entries(api.components.schemas)
      .map(([name, schema]) => member(name, schema, true, 2))
      .join("\n")}\n  };\n}`,
    `export interface operations {\n${operations.map(({ operation }) => operationType(operation, api)).join("\n")}\n}`,
    `/** How the operations are called. */\nexport const OPERATIONS = {\n${operations
      .map(({ method, operation }) => operationFacts(method, operation, api))
      .join("\n")}\n} as const;`,
  ];
  return `${blocks.join("\n\n")}\n`;
}

function operationType(operation: OperationObject, api: OpenApi): string {
  const { operationId, summary, requestBody, responses } = operation;
  const refusal = Object.entries(responses).find(([status]) => /^[45]/.test(status))?.[1];
  const query = parametersOf(operation, api).filter((parameter) => parameter.in === "query");
  const request: Schema = schemaOf(requestBody) ?? {
    type: "object",
    properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema ?? { type: "string" }])),
    required: query.filter(({ required }) => required === true).map(({ name }) => name),
  };
  return [
    `  /** ${summary ?? operationId}. */`,
    `  ${operationId}: {`,
    member("request", request, true, 2),
    member("success", schemaOf(responses["200"]) ?? {}, true, 2),
    member("refusal", schemaOf(refusal) ?? {}, true, 2),
    "  };",
  ].join("\n");
}

function operationFacts(method: string, operation: OperationObject, api: OpenApi): string {
  const movesPoints = parametersOf(operation, api).some(({ name }) => name === REFERENCE_HEADER);
  const schema = schemaOf(operation.requestBody);
  const properties = schema === undefined ? {} : resolve(schema, api);
  const original = (properties.OriginalOperation?.enum ?? []).filter(
    (name) => typeof name === "string" && name !== "",
  );
  const facts = [
    `method: ${JSON.stringify(method.toUpperCase())}`,
    `movesPoints: ${movesPoints}`,
    ...(operation.operationId === "Cancel" ? [`originalOperations: ${JSON.stringify(original)}`] : []),
  ];
  return `  ${operation.operationId}: { ${facts.join(", ")} },`;
}

function resolve(schema: Schema, api: OpenApi): Readonly<Record<string, Schema>> {
  const name = schema.$ref === undefined ? undefined : SCHEMA_REFERENCE.exec(schema.$ref)?.[1];
  const named = name === undefined ? schema : api.components.schemas[name];
  return named?.properties ?? {};
}

function parametersOf(operation: OperationObject, api: OpenApi) {
  return (operation.parameters ?? []).map((parameter) => {
    const name = PARAMETER_REFERENCE.exec(parameter.$ref ?? "")?.[1];
    const found = name === undefined ? parameter : api.components.parameters?.[name];
    return { name: "", in: "", ...found } as {
      name: string;
      in: string;
      schema?: Schema;
      required?: boolean;
    };
  });
}

function schemaOf(part: Content | undefined): Schema | undefined {
  return part?.content?.["application/json"]?.schema;
}

// Schemas ---------------------------------------------------------------------------------------------------------------

function member(name: string, schema: Schema, isRequired: boolean, depth: number): string {
  const indent = "  ".repeat(depth);
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
  const { description } = schema;
  const comment =
    description === undefined
      ? ""
      : `${indent}/** ${description.replace(/\s+/g, " ").replaceAll("*/", "*\\/")} */\n`;
  return `${comment}${indent}${key}${isRequired ? "" : "?"}: ${typeOf(schema, depth)};`;
}

function typeOf(schema: Schema, depth: number): string {
  if (schema.$ref !== undefined) {
    const name = SCHEMA_REFERENCE.exec(schema.$ref)?.[1];
    if (name === undefined) throw new Error(`There is no type for ${schema.$ref}`);
    return `components["schemas"][${JSON.stringify(name)}]`;
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].filter(isType);
  if (choices.length > 0) {
    const either = choices.map((choice) => typeOf(choice, depth)).join(" | ");
    return schema.properties === undefined ? either : `${objectType(schema, depth)} & (${either})`;
  }
  if (schema.allOf !== undefined && schema.properties === undefined) {
    return schema.allOf
      .filter(isType)
      .map((part) => typeOf(part, depth))
      .join(" & ");
  }
  const types = [schema.type ?? []].flat();
  if (types.length === 0) {
    if (schema.properties !== undefined) return objectType(schema, depth);
    return "unknown";
  }
  return types.map((type) => plainType(type, schema, depth)).join(" | ");
}

/** A branch that only says which fields must be present together has no type of its own. */
function isType(schema: Schema): boolean {
  return ["$ref", "type", "properties", "enum", "const", "oneOf", "anyOf", "allOf"].some(
    (key) => key in schema,
  );
}

function plainType(type: string, schema: Schema, depth: number): string {
  if (type === "array")
    return `Array<${schema.items === undefined ? "unknown" : typeOf(schema.items, depth)}>`;
  if (type === "object") return objectType(schema, depth);
  if (type === "integer" || type === "number") return "number";
  if (type === "string" || type === "boolean" || type === "null") return type;
  throw new Error(`There is no type for ${type}`);
}

function objectType({ properties, required = [] }: Schema, depth: number): string {
  if (properties === undefined) return "Record<string, unknown>";
  const members = Object.entries(properties).map(([name, schema]) =>
    member(name, schema, required.includes(name), depth + 1),
  );
  return members.length === 0 ? "Record<string, never>" : `{\n${members.join("\n")}\n${"  ".repeat(depth)}}`;
}
