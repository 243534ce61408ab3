import { openApiDocument } from "@/lib/points-api/openapi";
import { WRITTEN_ADDRESS } from "./pages";

interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
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

/** The OpenAPI document as Markdown, for readers without scripts and for programs: operations, then the objects that they send and answer. */
export function plainReference(address: string): string {
  const { info, paths, components } = openApiDocument() as unknown as Document;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => operationText(method, path, operation)),
  );
  const objects = Object.entries(components.schemas).flatMap(([name, schema]) =>
    schema.properties === undefined
      ? []
      : [`### ${name}\n\n${schema.description ?? ""}\n\n${fieldTable(schema)}`],
  );
  return [
    `# ${info.title}`,
    info.description?.replace(/<\/?(?:details|summary)>/g, "") ?? "",
    "## Operations",
    ...operations,
    "## Objects",
    ...objects,
    "",
  ]
    .join("\n\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/\]\(\//g, `](${address}/`)
    .replaceAll(WRITTEN_ADDRESS, address);
}

function operationText(method: string, path: string, operation: OperationObject): string {
  const { operationId, summary = "", description = "", parameters = [], requestBody, responses } = operation;
  const told = parameters.flatMap(({ name, in: place, description: about }) =>
    name === undefined ? [] : [`- \`${name}\` (${place}): ${line(about)}`],
  );
  return [
    `### ${operationId}`,
    `\`${method.toUpperCase()} ${path}\`: ${summary}`,
    description,
    told.join("\n"),
    bodyText("Request", requestBody),
    bodyText("Answer", responses["200"]),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function bodyText(title: string, content: Content | undefined): string {
  const schema = content?.content?.["application/json"]?.schema;
  return schema === undefined ? "" : `${title}: ${shapeOf(schema)}`;
}

function fieldTable({ properties = {}, required = [] }: Schema): string {
  const rows = Object.entries(properties).map(
    ([name, field]) =>
      `| \`${name}\` | ${shapeOf(field)} | ${required.includes(name) ? "yes" : ""} | ${line(field.description)} |`,
  );
  return ["| field | type | required | |", "| --- | --- | --- | --- |", ...rows].join("\n");
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
