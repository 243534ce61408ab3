import type { Language } from "@/lib/platform/language";
import type { TryItField, TryItOperation } from "@/lib/points-api/try-it";

/** A request of the console and its answer, as texts to be shown. The ClientId is in none of them. */
export interface Exchange {
  request: string;
  /** Null when no answer came. */
  status: number | null;
  isSuccess: boolean;
  durationMs: number;
  responseHeaders: string;
  responseBody: string;
}

/** Sends a request to this service's own points API. Never throws; an answer that does not come is told as such. */
export async function sendTry({
  operation: { name, method, fields },
  values,
  clientId,
  language,
}: {
  operation: TryItOperation;
  values: Readonly<Record<string, string>>;
  clientId: string;
  language: Language;
}): Promise<Exchange> {
  const sent = Object.entries(fieldsOf(fields, values));
  const query = new URLSearchParams(sent.map(([field, value]) => [field, String(value)])).toString();
  const path = `/api/Integration/v1/${name}${method === "GET" && query !== "" ? `?${query}` : ""}`;
  const body = method === "POST" ? JSON.stringify(fieldsOf(fields, values), null, 2) : undefined;
  const headers: Record<string, string> = {
    "Accept-Language": language,
    ...(body !== undefined && { "Content-Type": "application/json" }),
  };
  const secrets = new Set(fields.filter(({ isSecret }) => isSecret).map((field) => field.name));
  const shown = JSON.stringify(
    Object.fromEntries(sent.map(([field, value]) => [field, secrets.has(field) ? "•••" : value])),
    null,
    2,
  );
  const request = [
    `${method} ${path}`,
    "ClientId: •••",
    ...Object.entries(headers).map(([header, value]) => `${header}: ${value}`),
    ...(body === undefined ? [] : ["", shown]),
  ].join("\n");
  const startedAt = performance.now();
  try {
    const response = await fetch(path, {
      method,
      headers: { ...headers, ...(clientId !== "" && { ClientId: clientId.trim() }) },
      ...(body !== undefined && { body }),
      cache: "no-store",
      credentials: "omit",
    });
    const text = await response.text();
    return {
      request,
      status: response.status,
      isSuccess: response.ok,
      durationMs: Math.round(performance.now() - startedAt),
      responseHeaders: [...response.headers].map(([header, value]) => `${header}: ${value}`).join("\n"),
      responseBody: pretty(text),
    };
  } catch {
    const durationMs = Math.round(performance.now() - startedAt);
    return { request, status: null, isSuccess: false, durationMs, responseHeaders: "", responseBody: "" };
  }
}

/** Fields of the request from the typed texts. A text that does not fit its field is sent as typed: the refusal is worth seeing. */
export function fieldsOf(
  fields: readonly TryItField[],
  values: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ name, type }): [string, unknown][] => {
      const value = values[name] ?? "";
      if (value === "") return [];
      if (type === "number" && /^\d{1,15}(?:\.\d{1,2})?$/.test(value)) return [[name, Number(value)]];
      if (type === "texts") return [[name, value.split(/[\s,]+/).filter((text) => text !== "")]];
      if (type === "boolean" && /^(?:true|false)$/.test(value)) return [[name, value === "true"]];
      return [[name, value]];
    }),
  );
}

/** Typed texts of an example. */
export function valuesOf(example: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(example).map(([field, value]) => [field, String(value)]));
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
