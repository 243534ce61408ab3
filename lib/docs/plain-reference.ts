import type { Language } from "@/lib/platform/language";
import { WRITTEN_ADDRESS } from "@/lib/points-api/developer-pages";
import { ERRORS } from "@/lib/points-api/errors";
import { factsIn } from "@/lib/points-api/field-facts";
import { openApiDocument } from "@/lib/points-api/openapi";
import { OPERATIONS, type OperationName } from "@/lib/points-api/operations";

interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  enum?: readonly unknown[];
}

interface Content {
  content?: Readonly<Record<string, { schema?: Schema }>>;
}

interface OperationObject {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: readonly { $ref?: string; name?: string; in?: string; description?: string }[];
  requestBody?: Content;
  responses: Readonly<Record<string, Content>>;
}

interface Document {
  info: { title: string; description?: string };
  paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
}

const WORDS = {
  note: {
    en: "",
    ar: "أوصاف العمليات وحقول الإجابات بالإنجليزية، كما في مستند OpenAPI.",
  },
  operations: { en: "Operations", ar: "العمليات" },
  objects: { en: "Objects", ar: "الكائنات" },
  request: { en: "Request", ar: "الطلب" },
  answer: { en: "Answer", ar: "الإجابة" },
  codes: { en: "Codes besides 0", ar: "الرموز غير 0" },
  field: { en: "field", ar: "الحقل" },
  type: { en: "type", ar: "النوع" },
  required: { en: "required", ar: "مطلوب" },
  yes: { en: "yes", ar: "نعم" },
  oneOf: { en: "One of", ar: "واحد من" },
} as const;

/** Help of a request's fields in the reader's language, by name. */
type Help = ReadonlyMap<string, string>;

/**
 * The OpenAPI document as Markdown, for readers without scripts and for programs: operations with their fields and codes, then the objects that
 * are answered. In Arabic what the service has in both languages: headings, summaries, the fields of requests, codes.
 */
export function plainReference(address: string, language: Language): string {
  const { info, paths, components } = openApiDocument() as unknown as Document;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) =>
      operationText(method, path, { operation, components, language }),
    ),
  );
  const requests = new Set(
    Object.values(paths).flatMap((item) =>
      Object.values(item).map((one) => nameOf(schemaOf(one.requestBody))),
    ),
  );
  const objects = Object.entries(components.schemas).flatMap(([name, schema]) =>
    schema.properties === undefined || requests.has(name)
      ? []
      : [`### ${name}\n\n${schema.description ?? ""}\n\n${fieldTable(schema, language)}`],
  );
  return [
    `# ${info.title}`,
    WORDS.note[language],
    info.description?.replace(/<\/?(?:details|summary)>/g, "") ?? "",
    `## ${WORDS.operations[language]}`,
    ...operations,
    `## ${WORDS.objects[language]}`,
    ...objects,
    "",
  ]
    .join("\n\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/\]\(\//g, `](${address}/`)
    .replaceAll(WRITTEN_ADDRESS, address);
}

interface About {
  operation: OperationObject;
  components: Document["components"];
  language: Language;
}

function operationText(method: string, path: string, { operation, components, language }: About): string {
  const { operationId, description = "", parameters = [], requestBody, responses } = operation;
  const own = Object.hasOwn(OPERATIONS, operationId) ? OPERATIONS[operationId as OperationName] : undefined;
  const help: Help = new Map(
    own === undefined ? [] : factsIn(own.request.shape).map(([name, facts]) => [name, facts.help[language]]),
  );
  const told = parameters.flatMap(({ name, in: place, description: about }) =>
    name === undefined ? [] : [`- \`${name}\` (${place}): ${line(help.get(name) ?? about)}`],
  );
  const sent = schemaOf(requestBody);
  const request = components.schemas[nameOf(sent)] ?? sent;
  const answer = schemaOf(responses["200"]);
  return [
    `### ${operationId}`,
    `\`${method.toUpperCase()} ${path}\`: ${own?.summary[language] ?? operation.summary ?? ""}`,
    description,
    told.join("\n"),
    request === undefined ? "" : `${WORDS.request[language]}:\n\n${fieldTable(request, language, help)}`,
    answer === undefined ? "" : `${WORDS.answer[language]}: ${shapeOf(answer)}`,
    own === undefined ? "" : codesOf(own.codes, language),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function codesOf(codes: readonly (keyof typeof ERRORS)[], language: Language): string {
  const rows = [...codes]
    .sort((one, other) => one - other)
    .map((code) => `- ${code}: ${ERRORS[code][language]}`);
  return `${WORDS.codes[language]}:\n\n${rows.join("\n")}`;
}

function schemaOf(content: Content | undefined): Schema | undefined {
  return content?.content?.["application/json"]?.schema;
}

function nameOf(schema: Schema | undefined): string {
  return schema?.$ref?.slice(schema.$ref.lastIndexOf("/") + 1) ?? "";
}

function fieldTable(schema: Schema, language: Language, help: Help = new Map()): string {
  const head = `| ${WORDS.field[language]} | ${WORDS.type[language]} | ${WORDS.required[language]} | |`;
  return [head, "| --- | --- | --- | --- |", ...fieldRows(schema, language, { help })].join("\n");
}

/** A row for each field, and for each field of objects that have no name of their own. */
function fieldRows(
  { properties = {}, required = [] }: Schema,
  language: Language,
  { help, path = "" }: { help?: Help; path?: string },
): string[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const choices =
      field.enum?.filter((value) => value !== null && value !== "").map((value) => `\`${value}\``) ?? [];
    const values = choices.length === 0 ? "" : `${WORDS.oneOf[language]}: ${choices.join(", ")}.`;
    const told = [line(help?.get(name) ?? field.description), values].filter((part) => part !== "").join(" ");
    const isRequired = required.includes(name) ? WORDS.yes[language] : "";
    return [
      `| \`${path}${name}\` | ${shapeOf(field)} | ${isRequired} | ${told} |`,
      ...[field, ...(field.anyOf ?? field.oneOf ?? [])].flatMap((one) => [
        ...fieldRows(one, language, { path: `${path}${name}.` }),
        ...fieldRows(one.items ?? {}, language, { path: `${path}${name}[].` }),
      ]),
    ];
  });
}

function shapeOf({ $ref, type, items, anyOf, oneOf }: Schema): string {
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf("/") + 1);
  if (items !== undefined) return `array of ${shapeOf(items)}`;
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return choices.map(shapeOf).join(" or ");
  return [type ?? "any"].flat().join(" or ");
}

/** In one cell of a table. */
function line(text = ""): string {
  return text.replace(/\s+/g, " ").replaceAll("|", "\\|");
}
