import { z } from "zod";
import type { Bilingual } from "@/lib/platform/language";
import { writeNumber } from "@/lib/platform/writing/numbers";
import { type FieldFacts, type FieldKind, factsIn } from "./field-facts";
import { OPERATIONS, type OperationName } from "./operations";

interface Property extends Partial<FieldFacts> {
  type?: string | readonly string[];
  anyOf?: Property[];
  enum?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
}

/** The largest whole number that is told: beyond it an identifier is meant. */
const TOLD_MAX = 1_000_000_000;

const forms = new Map<string, Bilingual | null>();

/**
 * The form and range of a field, in words, as its own schema has them: what a maker of a till is told beside 1002. Null where the schema says
 * nothing that helps.
 */
export function formOf(operation: OperationName | null, field: string): Bilingual | null {
  if (operation === null) return null;
  const name = `${operation}.${field}`;
  const known = forms.get(name);
  if (known !== undefined) return known;
  const property = propertyOf(operation, field);
  const form = property === undefined ? null : wordsOf(property);
  forms.set(name, form);
  return form;
}

/** Each field of the interface with its range, once each, in the order of the operations. */
export function rangesOfFields(): ReadonlyMap<string, Bilingual> {
  const ranges = new Map<string, Bilingual>();
  for (const [operation, { request }] of Object.entries(OPERATIONS))
    for (const [field, { limit }] of factsIn(request.shape)) {
      const range = limit ?? formOf(operation as OperationName, field);
      if (!ranges.has(field) && range !== null) ranges.set(field, range);
    }
  return ranges;
}

/** Forms that no schema says. */
const OF_KIND = {
  mobile: { en: "A mobile number such as 01110000001 or +201110000001", ar: "رقم موبايل مثل 01110000001" },
  date: {
    en: "Such as 2026-11-21T12:34:56+02:00 or 2026-11-21, at most 5 minutes ahead and at most 90 days old",
    ar: "مثل 2026-11-21T12:34:56+02:00 أو 2026-11-21، لا يسبق الآن بأكثر من 5 دقائق ولا يزيد عمره على 90 يومًا",
  },
  day: { en: "A day from 1900 on, such as 1990-05-17", ar: "يوم من سنة 1900 فصاعدًا، مثل 1990-05-17" },
  moneyOrMax: {
    en: 'A number in currency units such as 120, or "max"',
    ar: 'رقم بوحدات العملة مثل 120، أو "max"',
  },
  coupons: {
    en: "A list of up to 10 coupon numbers, each once, as texts",
    ar: "قائمة من 10 أرقام كوبونات على الأكثر، كل رقم مرة واحدة وكنص",
  },
  pin: { en: "4 to 6 digits, as text", ar: "من 4 إلى 6 أرقام، كنص بين علامتي اقتباس" },
} as const satisfies Partial<Record<FieldKind, Bilingual>>;

function propertyOf(operation: OperationName, field: string): Property | undefined {
  const document = z.toJSONSchema(OPERATIONS[operation].request, { io: "input", unrepresentable: "any" });
  const schema = document.$defs?.[document.$ref?.split("/").at(-1) ?? ""] ?? document;
  const property = (schema.properties as Readonly<Record<string, Property>> | undefined)?.[field];
  const inner = property?.anyOf?.find(({ type }) => type !== "null");
  return (
    property && {
      ...property,
      ...inner,
      ...factsIn(OPERATIONS[operation].request.shape).find(([name]) => name === field)?.[1],
    }
  );
}

function wordsOf(property: Property): Bilingual | null {
  const types = [property.type ?? []].flat();
  const number = (value: number) => writeNumber(value, "en");
  if (property.kind !== undefined && property.kind in OF_KIND)
    return OF_KIND[property.kind as keyof typeof OF_KIND];
  if (property.enum !== undefined) {
    const names = property.enum.filter((name) => typeof name === "string" && name !== "").join(", ");
    return { en: `One of ${names}`, ar: `إحدى القيم: ${names}` };
  }
  if (types.includes("boolean")) return { en: "true or false", ar: "true أو false" };
  const { minimum = 1, maximum = TOLD_MAX } = property;
  if (types.includes("integer"))
    return maximum > TOLD_MAX
      ? { en: "A whole number above 0", ar: "رقم صحيح أكبر من صفر" }
      : {
          en: `A whole number from ${number(minimum)} to ${number(maximum)}`,
          ar: `رقم صحيح من ${number(minimum)} إلى ${number(maximum)}`,
        };
  if (types.includes("number"))
    return {
      en: `A number from ${number(minimum)} to ${number(maximum)} in currency units, with no more decimals than the currency has`,
      ar: `رقم من ${number(minimum)} إلى ${number(maximum)} بوحدات العملة، بلا منازل عشرية أكثر مما للعملة`,
    };
  if (!types.includes("string") || property.maxLength === undefined) return null;
  return {
    en: `A text of at most ${property.maxLength} characters, without control characters`,
    ar: `نص لا يزيد على ${property.maxLength} حرفًا، بلا رموز تحكم`,
  };
}
