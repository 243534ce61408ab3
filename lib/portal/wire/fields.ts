import * as z from "zod";
import { toLatinDigits } from "@/lib/platform/digits";
import { isWholeMobile, normalizeMsisdn } from "@/lib/platform/msisdn";
import { UNSAFE, UNSAFE_IN_LINES } from "@/lib/platform/unsafe-text";
import type { FieldProblem } from "./errors";

/**
 * The fields that the desk's forms are made of. Typed text is trimmed, digits may be Arabic-Indic, and an empty optional field means
 * "none".
 */

/** A name of {@link FieldProblem} as the message of a check, by which its text is found. */
export const problem = (name: FieldProblem): FieldProblem => name;

export const INTEGER_MAX = 2_147_483_647;
export const POINTS_MAX = 1_000_000_000_000;

/** Required text on one line. */
export const line = (lengthMax: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(lengthMax)
    .refine((value) => !UNSAFE.test(value), problem("unsafe_text"));

/** Text on one line that may be left empty, parsed as "". */
export const optionalLine = (lengthMax: number) =>
  z
    .string()
    .trim()
    .max(lengthMax)
    .refine((value) => !UNSAFE.test(value), problem("unsafe_text"));

/** Text on one line that may be left empty, parsed as null. */
export const nullableLine = (lengthMax: number) =>
  optionalLine(lengthMax)
    .nullable()
    .transform((value) => value || null);

/** Text on several lines. */
export const lines = (lengthMax: number) =>
  z
    .string()
    .trim()
    .max(lengthMax)
    .refine((value) => !UNSAFE_IN_LINES.test(value), problem("unsafe_text"));

const phone = (isGood: (e164: string) => boolean) =>
  z
    .string()
    .trim()
    .transform((value, context) => {
      const number = normalizeMsisdn(value);
      if (number !== null && isGood(number)) return number;
      context.issues.push({ code: "custom", input: value, message: problem("mobile") });
      return z.NEVER;
    });

/** A phone number in any usual form, parsed to E.164. */
export const msisdn = phone(() => true);

/** The number of whoever becomes a customer: a whole one of a mobile network, parsed to E.164. */
export const mobile = phone(isWholeMobile);

/** 4 to 6 digits, parsed to Latin ones. */
export const pin = z
  .string()
  .trim()
  .regex(/^[\d٠-٩۰-۹]{4,6}$/, problem("pin"))
  .transform(toLatinDigits);

/** A day of the calendar, such as "1990-02-28". */
export const day = z.iso.date();

/** A moment with its offset, parsed to a Date. */
export const moment = z.iso.datetime({ offset: true }).transform((value) => new Date(value));

/** The number of a row. */
export const id = z.int().min(1).max(INTEGER_MAX);

/** Version of the record as it was read, so that the second of two editors is told. */
export const version = z.int().min(0).max(INTEGER_MAX);

export const email = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email(problem("email")));

/** An address that may be left empty, parsed as null. */
export const nullableEmail = z
  .union([z.literal("").transform(() => null), email], problem("email"))
  .nullable();

/** Why something is done; kept with it for ever. */
export const reason = line(250);

/** The caller's own name for one act, so that asking again does nothing twice. */
export const reference = z
  .string()
  .min(8)
  .max(64)
  .regex(/^[\w.:-]+$/);

/** The code of a wallet that may have been made under older rules. */
export const walletCode = z.string().trim().min(1).max(32);
