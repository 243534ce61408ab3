import type { z } from "zod";
import type { Liberty, LibertyTaken } from "@/lib/areas/clients/desk-schemas";
import { plainDigits, toLatinDigits, trimmed } from "@/lib/platform/digits";
import { exactUnits } from "@/lib/platform/money";
import { plainMsisdn } from "@/lib/platform/msisdn";
import { type FieldKind, factsIn } from "./field-facts";
import { readableLines } from "./items";

type Body = Readonly<Record<string, unknown>>;

/** Kinds of numbers: "" is none of them by the interface itself. */
const NUMBERS: ReadonlySet<FieldKind> = new Set<FieldKind>(["number", "money", "moneyOrMax"]);

/** Kinds of lists, of which "" is none either. */
const LISTS: ReadonlySet<FieldKind> = new Set<FieldKind>(["items", "coupons"]);

/** A field's accepted spelling and its meaning; undefined leaves the field unchanged. */
type Reading = { liberty: Liberty; value: unknown } | undefined;

/** The fields of an operation's request that are read liberally, and which of them may be absent. */
export type FieldReader = readonly { name: string; kind: FieldKind; isOptional: boolean }[];

export function fieldReader({ shape }: Pick<z.ZodObject, "shape">): FieldReader {
  return factsIn(shape).map(([name, { kind }]) => ({
    name,
    kind,
    isOptional: (shape[name] as z.ZodType).safeParse(undefined).success,
  }));
}

/**
 * A request's fields as the interface would have them written; the same object when they already are. Ambiguous fields stay unchanged, for
 * the schema to refuse.
 */
export function readFields(
  fields: FieldReader,
  body: Body,
): {
  body: Body;
  taken: readonly LibertyTaken[];
  /** Places of a bill's lines that cannot be read, from 1 on. */
  linesLeftOut?: readonly number[];
} {
  let linesLeftOut: readonly number[] | undefined;
  let read: Record<string, unknown> | undefined;
  const taken: LibertyTaken[] = [];
  for (const { name, kind, isOptional } of fields) {
    const value = body[name];
    // Of a text, "" is none by the interface itself.
    const isNone = value === "" && !NUMBERS.has(kind) && !LISTS.has(kind) && kind !== "boolean";
    if (value === undefined || value === null || isNone) continue;
    const reading = (isOptional ? readNotSet(kind, value) : undefined) ?? READERS[kind](value);
    if (reading !== undefined) {
      read ??= { ...body };
      read[name] = reading.value;
      taken.push(`${reading.liberty}:${name}`);
    }
    const readable = kind === "items" ? readableLines((read ?? body)[name]) : null;
    if (readable === null) continue;
    read = { ...(read ?? body), [name]: readable.lines };
    linesLeftOut = readable.leftOut;
    taken.push(`unreadLines:${name}`);
  }
  return { body: read ?? body, taken, ...(linesLeftOut !== undefined && { linesLeftOut }) };
}

const ZERO = /^[0٠۰]+(?:[.٫][0٠۰]+)?$/;
const YEAR_ONE = /^0001-01-01(?:[T ].*)?$/;
/** Year one, as serialisers of .NET write it. */
const YEAR_ONE_MS = -62_135_596_800_000;

function readNotSet(kind: FieldKind, value: unknown): Reading {
  if (kind === "boolean") return undefined;
  const isNotSet =
    value === 0 ||
    (typeof value === "string" &&
      (trimmed(value) === "" ||
        (NUMBERS.has(kind) && ZERO.test(trimmed(value))) ||
        ((kind === "date" || kind === "day") &&
          (YEAR_ONE.test(trimmed(value)) || dotNetTime(trimmed(value)) === YEAR_ONE_MS))));
  return isNotSet ? { liberty: "notSet", value: null } : undefined;
}

const READERS: Record<FieldKind, (value: unknown) => Reading> = {
  text: (value) => (typeof value === "number" ? readDigits(value) : readTrimmed(value)),
  reference: (value) => READERS.text(value),
  comment: (value) => {
    if (typeof value !== "string" || !/[\r\n\t]/.test(value)) return READERS.text(value);
    return { liberty: "lineEnds", value: value.replace(/\r\n|[\r\n\t]/g, " ").trim() };
  },
  mobile: (value) => (typeof value === "number" ? readDigits(value) : readMobile(value)),
  pin: readPin,
  number: readNumber,
  money: readMoneyValue,
  date: readDate,
  day: readDay,
  boolean: readBoolean,
  items: readItems,
  coupons: readEach("text"),
  moneyOrMax: (value) => (value === "max" ? undefined : readMoneyValue(value)),
};

/** A list of which each is written in another way. */
function readEach(kind: FieldKind): (value: unknown) => Reading {
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const readings = value.map((one: unknown) => READERS[kind](one));
    const liberty = readings.find((reading) => reading !== undefined)?.liberty;
    return liberty && { liberty, value: value.map((one: unknown, place) => readings[place]?.value ?? one) };
  };
}

/** How the fields of an item may be written. */
const ITEM_READERS: Readonly<Record<string, (value: unknown) => Reading>> = {
  SkuId: (value) => READERS.text(value),
  Quantity: (value) => readNotSet("number", value) ?? readQuantity(value),
  Value: (value) => readNotSet("money", value) ?? readSigned(value, readMoneyValue),
};

/** A number that may be below zero. */
function readSigned(value: unknown, read: (value: unknown) => Reading): Reading {
  const isText = typeof value === "string" && /^\s*-/.test(value);
  if (!isText && !(typeof value === "number" && value < 0)) return read(value);
  const reading = read(isText ? value.replace("-", "") : -value);
  return reading && { ...reading, value: -(reading.value as number) };
}

const THOUSANDTHS = 1_000;

/** Weighed goods; a scale that computes in floating point sends more decimals than it weighs. */
function readQuantity(value: unknown): Reading {
  const reading = readSigned(value, readNumber);
  const sent = reading?.value ?? value;
  if (typeof sent !== "number") return reading;
  const exact = Math.round(sent * THOUSANDTHS) / THOUSANDTHS;
  return exact === sent || Math.abs(exact - sent) >= 1e-6 ? reading : { liberty: "floatNoise", value: exact };
}

/** Items whose fields are written in other ways. Any other value stays unchanged. */
function readItems(value: unknown): Reading {
  if (!Array.isArray(value)) return undefined;
  let liberty: Liberty | undefined;
  const items = value.map((item: unknown) => {
    if (typeof item !== "object" || item === null) return item;
    const read: Record<string, unknown> = { ...item };
    for (const [name, reader] of Object.entries(ITEM_READERS)) {
      const reading = read[name] === undefined || read[name] === null ? undefined : reader(read[name]);
      if (reading === undefined) continue;
      liberty ??= reading.liberty;
      read[name] = reading.value;
    }
    return read;
  });
  return liberty === undefined ? undefined : { liberty, value: items };
}

/** True and false, as serialisers and forms write them. */
const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false, "1": true, "0": false };

function readBoolean(value: unknown): Reading {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = trimmed(String(value)).toLowerCase();
  if (text === "") return { liberty: "notSet", value: null };
  return Object.hasOwn(BOOLEANS, text) ? { liberty: "booleanAsText", value: BOOLEANS[text] } : undefined;
}

function readTrimmed(value: unknown): Reading {
  if (typeof value !== "string") return undefined;
  const text = trimmed(value);
  return text.length === value.length ? undefined : { liberty: "blanks", value: text };
}

/** A number whose marks, blanks and hyphens are not those of a keyboard, or whose country stands in brackets. */
function readMobile(value: unknown): Reading {
  if (typeof value !== "string") return undefined;
  const plain = plainMsisdn(value);
  if (plain === toLatinDigits(value)) return undefined;
  return plain === toLatinDigits(value.trim())
    ? { liberty: "blanks", value: value.trim() }
    : { liberty: "marks", value: plain };
}

function readPin(value: unknown): Reading {
  const reading = readTrimmed(value);
  const text = reading?.value ?? value;
  if (typeof text !== "string") return undefined;
  const plain = plainDigits(text);
  return plain === toLatinDigits(text) ? reading : { liberty: "marks", value: plain };
}

function readDigits(value: number): Reading {
  return Number.isSafeInteger(value) && value >= 0
    ? { liberty: "textAsNumber", value: String(value) }
    : undefined;
}

/** A number's text, where the number keeps all digits: beyond 15 or so it would drop some. */
function asWritten(text: string): string {
  const [whole = "", fraction = ""] = text.split(".");
  const digits = fraction.replace(/0+$/, "");
  return `${whole.replace(/^0+(?=\d)/, "")}${digits === "" ? "" : `.${digits}`}`;
}

const DECIMAL = /^\d{1,16}(?:[.٫]\d{1,16})?$/;
/** Between thousands the Arabic mark can mean one thing only; a comma can mean two. */
const ARABIC_THOUSANDS = /^\d{1,3}(?:٬\d{3})+(?=$|[.٫])/;

function readNumber(value: unknown): Reading {
  const text =
    typeof value === "string"
      ? plainDigits(value).replace(ARABIC_THOUSANDS, (grouped) => grouped.replaceAll("٬", ""))
      : "";
  if (!DECIMAL.test(text)) return undefined;
  const latin = text.replace("٫", ".");
  const number = Number(latin);
  const isExact =
    String(number) === asWritten(latin) && (Number.isSafeInteger(number) || !Number.isInteger(number));
  return isExact ? { liberty: "numberAsText", value: number } : undefined;
}

/** A till that adds up in floating point sends more decimals than the currency has. */
function readMoneyValue(value: unknown): Reading {
  const reading = readNumber(value);
  const sent = reading?.value ?? value;
  const exact = typeof sent === "number" ? exactUnits(sent) : null;
  return exact === null || exact === sent ? reading : { liberty: "floatNoise", value: exact };
}

const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(?:(Z)|([+-]\d\d):?(\d\d)?)?)?$/;
const DOT_NET = /^\/Date\((-?\d{1,15})(?:([+-]\d\d)(\d\d))?\)\/$/;

function readDate(value: unknown): Reading {
  if (typeof value !== "string") return undefined;
  const text = plainDigits(value);
  const milliseconds = dotNetTime(text);
  if (milliseconds !== null) {
    const date = new Date(milliseconds);
    return Number.isNaN(date.getTime()) ? undefined : { liberty: "dateFormat", value: date.toISOString() };
  }
  const [, day, time, utc, hours, minutes = "00"] = DATE_TIME.exec(text) ?? [];
  if (day === undefined) return undefined;
  const offset = utc ?? (hours === undefined ? "" : `${hours}:${minutes}`);
  const read = time === undefined ? day : `${day}T${time}${offset}`;
  if (read === value) return undefined;
  return { liberty: read === value.trim() ? "blanks" : "dateFormat", value: read };
}

/** The day that is written: of an instant, the day where it was written. */
function readDay(value: unknown): Reading {
  if (typeof value !== "string") return undefined;
  const [, milliseconds, hours = "0", minutes = "0"] = DOT_NET.exec(plainDigits(value)) ?? [];
  if (milliseconds === undefined) {
    const reading = readDate(value);
    return reading === undefined ? undefined : { ...reading, value: String(reading.value).slice(0, 10) };
  }
  const offsetMinutes = Number(hours) * 60 + Math.sign(Number(hours)) * Number(minutes);
  const date = new Date(Number(milliseconds) + offsetMinutes * 60_000);
  if (Number.isNaN(date.getTime())) return undefined;
  return { liberty: "dateFormat", value: date.toISOString().slice(0, 10) };
}

/** The instant of `/Date(1732406400000+0200)/`, in milliseconds; the offset only says how it was shown. */
function dotNetTime(text: string): number | null {
  const [, milliseconds] = DOT_NET.exec(text) ?? [];
  return milliseconds === undefined ? null : Number(milliseconds);
}
