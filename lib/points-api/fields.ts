import { z } from "zod";
import { ENTRY_TEXT_MAX } from "@/lib/ledger/rules/types";
import { toLatinDigits } from "@/lib/platform/digits";
import { readMoney } from "@/lib/platform/money";
import { MSISDN_LENGTH_MAX, normalizeMsisdn } from "@/lib/platform/msisdn";
import { UNSAFE } from "@/lib/platform/unsafe-text";
import { declared, type FieldFacts } from "./field-facts";

/**
 * The fields that requests are made of, each with every rule of rules.md §3. Each schema is built once,
 * when the module loads, and is the source of the parser, the types and the API reference.
 *
 * An optional field is parsed as null when it is absent, null or, for a text, "": tills commonly send every field of
 * their own record.
 */

/** Longest reference of a caller: an `ExternalLogId` or an `Idempotency-Key` (rules.md §3). */
export const REFERENCE_LENGTH_MAX = ENTRY_TEXT_MAX.externalLogId;
/** An `Idempotency-Key` once could be as long. Such a key is still found, by a retry and by `OriginalExternalLogId`. */
export const FORMER_KEY_LENGTH_MAX = 255;

/** The longest value of FindWallet that stands for a mobile number, with room for longer ids. */
export const CUSTOMER_VALUE_LENGTH_MAX = 128;

/** The most points, or currency units, that one request may name. */
export const AMOUNT_MAX = 1_000_000;

/** Not blank, no control characters, and no halves of surrogate pairs, which no database stores. */
const CLEAN = /^(?!\s*$)[^\p{Cc}\p{Cs}]+$/u;
const PIN = /^[\d٠-٩۰-۹]{4,6}$/;
const TIME = "(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?";
const OFFSET = "(?:Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)";
/** A date that the calendar has, alone or with a time, the time alone or with an offset. */
const DATE_OR_DATE_TIME = new RegExp(
  `^${z.regexes.date.source.replace(/^\^|\$$/g, "")}(?:T${TIME}${OFFSET}?)?$`,
);

/** As a strict client writes a number; what else {@link normalizeMsisdn} reads is a liberty. */
const MSISDN = /^\+?[\d٠-٩۰-۹ ().-]+$/;

const CONTROL = "\\u0000-\\u001F\\u007F-\\u009F";
/**
 * The same rules as patterns for the API reference, in the dialect that generators of clients understand: nothing is looked
 * ahead for, and no character is named by its class. A test compares each with what the service accepts.
 */
export const PATTERNS = {
  text: `^[^${CONTROL}]*[^\\s${CONTROL}][^${CONTROL}]*$`,
  optionalText: `^([^${CONTROL}]*[^\\s${CONTROL}][^${CONTROL}]*)?$`,
  mobile: "^\\+?[0-9٠-٩۰-۹ ().-]+$",
  customer: "^(\\+?[0-9٠-٩۰-۹ ().-]+|cust_[A-Za-z0-9_-]+)$",
  pin: "^([0-9٠-٩۰-۹]{4,6})?$",
  date: `^(${DATE_OR_DATE_TIME.source.replace(/^\^|\$$/g, "").replaceAll("(?:", "(")})?$`,
  key: "^[!-~]+$",
} as const;

const MONEY_LIMIT = {
  en: "0.01 to 1,000,000, at most two decimals; in a currency with three (KWD, BHD, OMR, JOD, TND, IQD, LYD) from 0.001, in one without decimals from 1",
  ar: "من 0.01 إلى 1,000,000 وبمنزلتين عشريتين على الأكثر؛ وفي العملات ذات المنازل الثلاث (KWD وBHD وOMR وJOD وTND وIQD وLYD) من 0.001، وفي العملات بلا كسور من 1",
};

export interface FieldNotes extends Omit<FieldFacts, "kind"> {
  example: string | number | boolean;
  /** Of a text that is read in a way of its own. */
  kind?: "comment" | "reference";
}

/** Notes of the API reference on a field. */
function told({ help, example }: FieldNotes) {
  return { description: help.en, examples: [example] };
}

/** Text of 1 to `lengthMax` characters, counted as the database counts them: an emoji is one. */
export function text(lengthMax: number, notes: FieldNotes) {
  return declared(
    z
      .string()
      .refine((value) => isText(value, lengthMax))
      .meta({ ...told(notes), minLength: 1, maxLength: lengthMax, pattern: PATTERNS.text }),
    { ...notes, kind: notes.kind ?? "text" },
  );
}

export function optionalText(lengthMax: number, notes: FieldNotes) {
  return declared(
    z
      .string()
      .refine((value) => value === "" || isText(value, lengthMax))
      .nullish()
      .meta({ ...told(notes), maxLength: lengthMax, pattern: PATTERNS.optionalText })
      .transform((value) => value || null),
    { ...notes, kind: notes.kind ?? "text" },
  );
}

/** A JSON integer from 1 to `max`. */
export function positiveInteger(max: number, notes: FieldNotes) {
  return declared(
    z
      .int()
      .min(1)
      .max(max)
      .meta({ ...told(notes), ...formatOf(max) }),
    { ...notes, kind: "number" },
  );
}

export function optionalPositiveInteger(max: number, notes: FieldNotes) {
  return declared(
    z
      .int()
      .min(1)
      .max(max)
      .nullish()
      .meta({ ...told(notes), ...formatOf(max) })
      .transform((value) => value ?? null),
    { ...notes, kind: "number" },
  );
}

/** Money in currency units, whole or with up to two decimals, from 0.01 to {@link AMOUNT_MAX}. Read as the number that was sent. */
export function moneyValue(notes: FieldNotes) {
  return declared(amount().meta({ ...told(notes) }), { limit: MONEY_LIMIT, ...notes, kind: "money" });
}

export function optionalMoneyValue(notes: FieldNotes) {
  return declared(
    amount()
      .nullish()
      .meta({ ...told(notes) })
      .transform((value) => value ?? null),
    { limit: MONEY_LIMIT, ...notes, kind: "money" },
  );
}

/**
 * Decimals are counted in the digits: 0.07 is no multiple of 0.01 to a processor, nor to those who would check `multipleOf`
 * by the API reference, so that it says no more than the bounds.
 */
function amount() {
  return z
    .number()
    .max(AMOUNT_MAX)
    .refine((value) => value > 0 && readMoney(value) !== null)
    .meta({ minimum: 0.01 });
}

/** One of these names, exactly as written. */
export function oneOf<const Names extends readonly [string, ...string[]]>(names: Names, notes: FieldNotes) {
  return declared(z.enum(names).meta({ ...told(notes) }), { ...notes, kind: "text" });
}

export function optionalOneOf<const Names extends readonly [string, ...string[]]>(
  names: Names,
  notes: FieldNotes,
) {
  return declared(
    z
      .enum([...names, ""])
      .nullish()
      .meta({
        ...told(notes),
        override: { type: ["string", "null"], enum: [...names, "", null] },
      })
      .transform((value): Names[number] | null => value || null),
    { ...notes, kind: "text" },
  );
}

/** A mobile number in any usual form; parsed to E.164. */
export function msisdn(notes: FieldNotes) {
  return declared(
    z
      .string()
      .meta({
        ...told(notes),
        minLength: 1,
        maxLength: MSISDN_LENGTH_MAX,
        pattern: PATTERNS.mobile,
      })
      .transform((value, context) => {
        const number = MSISDN.test(value) ? normalizeMsisdn(value) : null;
        if (number !== null) return number;
        context.issues.push({ code: "custom", input: value });
        return z.NEVER;
      }),
    { ...notes, kind: "mobile" },
  );
}

/**
 * The customer's mobile number, or a value of FindWallet that stands for it. Requests are parsed once the number has taken the value's
 * place (`customer-value.ts`), so that only the API reference tells of both.
 */
export function customerMsisdn(notes: FieldNotes) {
  const number = msisdn(notes);
  return number.meta({
    ...number.in.meta(),
    maxLength: CUSTOMER_VALUE_LENGTH_MAX,
    pattern: PATTERNS.customer,
  });
}

export function optionalMsisdn(notes: FieldNotes) {
  return declared(
    z
      .string()
      .nullish()
      .meta({ ...told(notes) })
      .transform((value, context) => {
        if (!value) return null;
        const number = MSISDN.test(value) ? normalizeMsisdn(value) : null;
        if (number !== null) return number;
        context.issues.push({ code: "custom", input: value });
        return z.NEVER;
      }),
    { ...notes, kind: "mobile" },
  );
}

/** 4 to 6 digits, Arabic-Indic ones included; parsed to Latin digits. */
export function optionalPin(notes: FieldNotes) {
  return declared(
    z
      .string()
      .refine((value) => value === "" || PIN.test(value))
      .nullish()
      .meta({ ...told(notes), maxLength: 6, format: "password", pattern: PATTERNS.pin })
      .transform((value) => (value ? toLatinDigits(value) : null)),
    { ...notes, kind: "pin" },
  );
}

/** An ISO date or date-time, kept as it was written: its instant depends on the programme's time zone. */
export function optionalDate(notes: FieldNotes) {
  return declared(
    z
      .string()
      .refine((value) => value === "" || DATE_OR_DATE_TIME.test(value))
      .nullish()
      .meta({ ...told(notes), pattern: PATTERNS.date })
      .transform((value) => value || null),
    { ...notes, kind: "date" },
  );
}

/** A name: text without invisible characters that make two names look alike. */
export function optionalName(lengthMax: number, notes: FieldNotes) {
  return optionalText(lengthMax, notes).refine((value) => value === null || !UNSAFE.test(value));
}

const BIRTH_YEAR_MIN = 1900;

/** A day of the calendar from 1900 on; of a date-time its day as it is written. */
export function optionalDay(notes: FieldNotes) {
  return declared(
    z
      .string()
      .refine(
        (value) =>
          value === "" || (DATE_OR_DATE_TIME.test(value) && Number(value.slice(0, 4)) >= BIRTH_YEAR_MIN),
      )
      .nullish()
      .meta({ ...told(notes) })
      .transform((value) => (value ? value.slice(0, 10) : null)),
    { ...notes, kind: "day" },
  );
}

/** Whether a person agreed: true, or not. */
export function consent(notes: Omit<FieldNotes, "example">) {
  return declared(
    z
      .boolean()
      .nullish()
      .meta({ ...told({ ...notes, example: true }) })
      .transform((value) => value === true),
    { ...notes, kind: "boolean" },
  );
}

/** A yes that is sent only where it is meant. */
export function flag(notes: Omit<FieldNotes, "example">) {
  return declared(
    z
      .boolean()
      .nullish()
      .meta({ ...told({ ...notes, example: true }) })
      .transform((value) => (value === true ? true : null)),
    { ...notes, kind: "boolean" },
  );
}

/** Money in currency units, or "max". */
export function optionalMoneyOrMax(notes: FieldNotes) {
  return declared(
    z
      .union([amount(), z.enum(["max", ""])])
      .nullish()
      .meta({ ...told(notes) })
      .transform((value) => value || null),
    {
      limit: { en: `${MONEY_LIMIT.en}; or "max"`, ar: `${MONEY_LIMIT.ar}؛ أو "max"` },
      ...notes,
      kind: "moneyOrMax",
    },
  );
}

/** Tells generated clients which integers do not fit into 32 bits. */
function formatOf(max: number): { format?: "int64" } {
  return max > 0x7fff_ffff ? { format: "int64" } : {};
}

export function isText(value: string, lengthMax: number): boolean {
  if (!CLEAN.test(value)) return false;
  return value.length <= lengthMax || (value.length <= lengthMax * 2 && [...value].length <= lengthMax);
}
