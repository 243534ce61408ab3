import type { LoggedRequest } from "@/lib/areas/clients/desk-schemas";

/** The path of an operation. */
const operationPath = (operation: string) => `/api/Integration/v1/${operation}`;

/** Single quotes keep everything as it is but themselves. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The request as a curl command, with placeholders for the ClientId and every masked field. */
export function curlOf({ method, operation, request }: LoggedRequest, baseUrl: string): string {
  const path = operation === null ? (request.path ?? "/api/Integration/") : operationPath(operation);
  const fields = Object.entries(request.fields).map(
    ([name, value]) => [name, request.hidden.includes(name) ? `<${name}>` : value] as const,
  );
  const isQuery = method === "GET" || method === "HEAD";
  const query = new URLSearchParams(fields.map(([name, value]) => [name, String(value ?? "")])).toString();
  return [
    `curl ${method === "GET" ? "" : `-X ${method.replace(/\W/g, "")} `}${quoted(`${baseUrl}${path}${isQuery && query ? `?${query}` : ""}`)}`,
    `-H ${quoted("ClientId: <ClientId>")}`,
    ...(request.idempotencyKey === undefined
      ? []
      : [`-H ${quoted(`Idempotency-Key: ${request.idempotencyKey}`)}`]),
    ...(isQuery
      ? []
      : [
          `-H ${quoted("Content-Type: application/json")}`,
          `--data ${quoted(JSON.stringify(Object.fromEntries(fields)))}`,
        ]),
  ].join(" \\\n  ");
}
