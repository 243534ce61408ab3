import { z } from "zod";
import { readCouponNumber } from "@/lib/platform/coupon-number";
import { toLatinDigits } from "@/lib/platform/digits";
import { readMoney } from "@/lib/platform/money";
import { MSISDN_LENGTH_MAX, normalizeMsisdn } from "@/lib/platform/msisdn";
import { UNSAFE } from "@/lib/platform/unsafe-text";

/**
 * The fields that requests are made of, each with every rule of rules.md §3. Each schema is built once,
 * when the module loads, and is the source of the parser, the types and the API reference.
 *
 * An optional field is parsed as null when it is absent, null or, for a text, "": tills commonly send every field of
 * their own record.
 */

/** Longest reference of a caller: an `ExternalLogId` or an `Idempotency-Key` (rules.md §3). */
export const REFERENCE_LENGTH_MAX = 64;
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

/** Notes of the API reference on a field. */
interface FieldNotes {
  description: string;
  example: string | number;
}

/** Text of 1 to `lengthMax` characters, counted as the database counts them: an emoji is one. */
export function text(lengthMax: number, { description, example }: FieldNotes) {
  return z
    .string()
    .refine((value) => isText(value, lengthMax))
    .meta({ description, examples: [example], minLength: 1, maxLength: lengthMax, pattern: PATTERNS.text });
}

export function optionalText(lengthMax: number, { description, example }: FieldNotes) {
  return z
    .string()
    .refine((value) => value === "" || isText(value, lengthMax))
    .nullish()
    .meta({ description, examples: [example], maxLength: lengthMax, pattern: PATTERNS.optionalText })
    .transform((value) => value || null);
}

/** A JSON integer from 1 to `max`. */
export function positiveInteger(max: number, { description, example }: FieldNotes) {
  return z
    .int()
    .min(1)
    .max(max)
    .meta({ description, examples: [example], ...formatOf(max) });
}

export function optionalPositiveInteger(max: number, { description, example }: FieldNotes) {
  return z
    .int()
    .min(1)
    .max(max)
    .nullish()
    .meta({ description, examples: [example], ...formatOf(max) })
    .transform((value) => value ?? null);
}

/** Money in currency units, whole or with up to two decimals, from 0.01 to {@link AMOUNT_MAX}. Read as the number that was sent. */
export function moneyValue({ description, example }: FieldNotes) {
  return amount().meta({ description, examples: [example] });
}

export function optionalMoneyValue({ description, example }: FieldNotes) {
  return amount()
    .nullish()
    .meta({ description, examples: [example] })
    .transform((value) => value ?? null);
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
export function oneOf<const Names extends readonly [string, ...string[]]>(
  names: Names,
  { description, example }: FieldNotes,
) {
  return z.enum(names).meta({ description, examples: [example] });
}

export function optionalOneOf<const Names extends readonly [string, ...string[]]>(
  names: Names,
  { description, example }: FieldNotes,
) {
  return z
    .enum([...names, ""])
    .nullish()
    .meta({
      description,
      examples: [example],
      override: { type: ["string", "null"], enum: [...names, "", null] },
    })
    .transform((value): Names[number] | null => value || null);
}

/** A mobile number in any usual form; parsed to E.164. */
export function msisdn({ description, example }: FieldNotes) {
  return z
    .string()
    .meta({
      description,
      examples: [example],
      minLength: 1,
      maxLength: MSISDN_LENGTH_MAX,
      pattern: PATTERNS.mobile,
    })
    .transform((value, context) => {
      const number = MSISDN.test(value) ? normalizeMsisdn(value) : null;
      if (number !== null) return number;
      context.issues.push({ code: "custom", input: value });
      return z.NEVER;
    });
}

/**
 * The customer's mobile number, or a value of FindWallet that stands for it. Requests are parsed once the number has taken the value's
 * place (`customer-value.ts`), so that only the API reference tells of both.
 */
function customerMsisdn(notes: FieldNotes) {
  const number = msisdn(notes);
  return number.meta({
    ...number.in.meta(),
    maxLength: CUSTOMER_VALUE_LENGTH_MAX,
    pattern: PATTERNS.customer,
  });
}

export function optionalMsisdn({ description, example }: FieldNotes) {
  return z
    .string()
    .nullish()
    .meta({ description, examples: [example] })
    .transform((value, context) => {
      if (!value) return null;
      const number = MSISDN.test(value) ? normalizeMsisdn(value) : null;
      if (number !== null) return number;
      context.issues.push({ code: "custom", input: value });
      return z.NEVER;
    });
}

/** 4 to 6 digits, Arabic-Indic ones included; parsed to Latin digits. */
export function optionalPin({ description, example }: FieldNotes) {
  return z
    .string()
    .refine((value) => value === "" || PIN.test(value))
    .nullish()
    .meta({ description, examples: [example], maxLength: 6, format: "password", pattern: PATTERNS.pin })
    .transform((value) => (value ? toLatinDigits(value) : null));
}

/** An ISO date or date-time, kept as it was written: its instant depends on the programme's time zone. */
export function optionalDate({ description, example }: FieldNotes) {
  return z
    .string()
    .refine((value) => value === "" || DATE_OR_DATE_TIME.test(value))
    .nullish()
    .meta({ description, examples: [example], pattern: PATTERNS.date })
    .transform((value) => value || null);
}

/** A name: text without invisible characters that make two names look alike. */
export function optionalName(lengthMax: number, notes: FieldNotes) {
  return optionalText(lengthMax, notes).refine((value) => value === null || !UNSAFE.test(value));
}

const BIRTH_YEAR_MIN = 1900;

/** A day of the calendar from 1900 on; of a date-time its day as it is written. */
export function optionalDay({ description, example }: FieldNotes) {
  return z
    .string()
    .refine(
      (value) =>
        value === "" || (DATE_OR_DATE_TIME.test(value) && Number(value.slice(0, 4)) >= BIRTH_YEAR_MIN),
    )
    .nullish()
    .meta({ description, examples: [example] })
    .transform((value) => (value ? value.slice(0, 10) : null));
}

/** Whether a person agreed: true, or not. */
export function consent({ description }: Pick<FieldNotes, "description">) {
  return z
    .boolean()
    .nullish()
    .meta({ description, examples: [true] })
    .transform((value) => value === true);
}

/** A yes that is sent only where it is meant. */
export function flag({ description }: Pick<FieldNotes, "description">) {
  return z
    .boolean()
    .nullish()
    .meta({ description, examples: [true] })
    .transform((value) => (value === true ? true : null));
}

/** As long as a coupon's number is with a blank or a hyphen beside each of its characters. */
const COUPON_NUMBER_LENGTH_MAX = 40;

/** A coupon's number; parsed to its 16 characters. A mistyped one stays as it is: no coupon has it (1420). */
export function couponNumber(notes: FieldNotes) {
  return text(COUPON_NUMBER_LENGTH_MAX, notes).transform(couponNumberOf);
}

export function optionalCouponNumber(notes: FieldNotes) {
  return optionalText(COUPON_NUMBER_LENGTH_MAX, notes).transform((value) =>
    value === null ? null : couponNumberOf(value),
  );
}

function couponNumberOf(value: string): string {
  return readCouponNumber(toLatinDigits(value)) ?? value;
}

/** The fields that several operations share. */
export const FIELDS = {
  WalletCode: text(32, { description: "Wallet code.", example: "100001" }),
  ContactMsisdn: customerMsisdn({
    description:
      "Mobile number of the customer. `01…`, `201…`, `+201…` and `00201…` are the same number; a number without a country is one of the programme's country. The wallet is found by `WalletCode` **and** this number. `customer` of FindWallet, which begins with `cust_`, takes its place; the answer then shows the number masked.",
    example: "01110000001",
  }),
  BranchMsisdn: msisdn({
    description: "Mobile number that identifies the branch, one of those that the client may act for.",
    example: "01000000001",
  }),
  ExternalLogId: text(REFERENCE_LENGTH_MAX, {
    description:
      "The caller's own reference, unique per client and operation for ever. Send the same one again when an answer was lost: points move once.",
    example: "POS1-20261121-000123",
  }),
  OptionalExternalLogId: optionalText(REFERENCE_LENGTH_MAX, {
    description:
      "The caller's own reference, unique per client and operation for ever. Send the same one again when an answer was lost: points move once. The header `Idempotency-Key` takes its place when it is absent.",
    example: "POS1-20261121-000124",
  }),
  InvoiceNumber: optionalText(64, { description: "Number of the caller's invoice.", example: "INV-88213" }),
  Comment: optionalText(250, {
    description: "Free text, kept with the log entry and returned as `pointsLog.comments`.",
    example: "Counter 3",
  }),
} as const;

/** Tells generated clients which integers do not fit into 32 bits. */
function formatOf(max: number): { format?: "int64" } {
  return max > 0x7fff_ffff ? { format: "int64" } : {};
}

function isText(value: string, lengthMax: number): boolean {
  if (!CLEAN.test(value)) return false;
  return value.length <= lengthMax || (value.length <= lengthMax * 2 && [...value].length <= lengthMax);
}

/** Which hold is captured or released (rules.md §19). */
export const HOLD_ID = positiveInteger(Number.MAX_SAFE_INTEGER, {
  description: "`pointsLog.id` of the hold, which is `transaction.holdId` of Hold's answer.",
  example: 48218,
});
