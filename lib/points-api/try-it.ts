import { z } from "zod";
import type { Bilingual } from "@/lib/platform/language";
import { factsOf } from "./field-facts";
import { OPERATIONS, type OperationName } from "./operations";

/** A field of a form that is made from a schema of the contract. */
export interface TryItField {
  name: string;
  /** "texts": several, with commas or blanks between them. */
  type: "string" | "number" | "boolean" | "texts";
  isRequired: boolean;
  /** A PIN is not shown while it is typed. */
  isSecret: boolean;
  lengthMax: number | null;
  /** As the API reference says it, with its marks for names and for what matters. */
  description: Bilingual;
  /** Placeholder of the empty field. */
  example: string;
}

export interface TryItOperation {
  name: OperationName;
  method: "GET" | "POST";
  fields: TryItField[];
}

interface FieldSchema {
  type?: string | readonly string[];
  anyOf?: FieldSchema[];
  items?: FieldSchema;
  maxLength?: number;
  format?: string;
  examples?: unknown[];
}

/** The operations as forms: what there is to fill in comes from the schemas that check it. */
export function tryItOperations(): TryItOperation[] {
  return Object.entries(OPERATIONS).map(([name, { method, request }]) => {
    const document = z.toJSONSchema(request, { io: "input", unrepresentable: "any" });
    // A schema with a name of its own is written apart and referred to.
    const schema = document.$defs?.[document.$ref?.split("/").at(-1) ?? ""] ?? document;
    const required = new Set(schema.required ?? []);
    const properties = (schema.properties ?? {}) as Record<string, FieldSchema>;
    return {
      name: name as OperationName,
      method,
      fields: Object.entries(properties).map(([field, property]) =>
        fieldOf(field, property, {
          isRequired: required.has(field),
          description: factsOf(request.shape[field as keyof typeof request.shape]).help,
        }),
      ),
    };
  });
}

function fieldOf(
  name: string,
  property: FieldSchema,
  { isRequired, description }: Pick<TryItField, "isRequired" | "description">,
): TryItField {
  const forms = [property, ...(property.anyOf ?? [])].flatMap((form) => [form, ...(form.anyOf ?? [])]);
  const types = forms.flatMap(({ type }) => type ?? []);
  return {
    name,
    type: types.some((type) => type === "integer" || type === "number")
      ? "number"
      : types.includes("boolean")
        ? "boolean"
        : forms.some(({ items }) => items?.type === "string")
          ? "texts"
          : "string",
    isRequired,
    isSecret: property.format === "password",
    lengthMax: property.maxLength ?? null,
    description,
    example: String(property.examples?.[0] ?? ""),
  };
}
