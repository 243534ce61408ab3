import * as z from "zod/mini";
import { toLatinDigits } from "@/lib/platform/digits";
import { isWholeMobile, normalizeMsisdn } from "@/lib/platform/msisdn";
import type { FieldProblem } from "./problems";
import { line } from "./safe-text";

/**
 * The fields that the desk's forms are made of. Typed text is trimmed, digits may be Arabic-Indic, and an empty optional field means
 * "none".
 */

/** A name of {@link FieldProblem} as the message of a check, by which its text is found. */
export const problem = (name: FieldProblem): FieldProblem => name;

export const POINTS_MAX = 1_000_000_000_000;

export const whole = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));

const phone = (isGood: (e164: string) => boolean) =>
  z.pipe(
    z.string().check(z.trim()),
    z.transform((value, context) => {
      const number = normalizeMsisdn(value);
      if (number !== null && isGood(number)) return number;
      context.issues.push({ code: "custom", input: value, message: problem("mobile") });
      return z.NEVER;
    }),
  );

/** A phone number in any usual form, parsed to E.164. */
export const msisdn = phone(() => true);

/** The number of whoever becomes a customer: a whole one of a mobile network, parsed to E.164. */
export const mobile = phone(isWholeMobile);

/** 4 to 6 digits, parsed to Latin ones. */
export const pin = z.pipe(
  z.string().check(z.trim(), z.regex(/^[\d٠-٩۰-۹]{4,6}$/, problem("pin"))),
  z.transform(toLatinDigits),
);

/** A day of the calendar, such as "1990-02-28". */
export const day = z.iso.date();

/** A moment with its offset, parsed to a Date. */
export const moment = z.pipe(
  z.iso.datetime({ offset: true }),
  z.transform((value) => new Date(value)),
);

export const email = z.pipe(z.string().check(z.trim(), z.maxLength(254)), z.email(problem("email")));

/** An address that may be left empty, parsed as null. */
export const nullableEmail = z.nullable(
  z.union(
    [
      z.pipe(
        z.literal(""),
        z.transform(() => null),
      ),
      email,
    ],
    problem("email"),
  ),
);

/** Why something is done; kept with it for ever. */
export const reason = line(250);

/** The caller's own name for one act, so that asking again does nothing twice. */
export const reference = z.string().check(z.minLength(8), z.maxLength(64), z.regex(/^[\w.:-]+$/));

/** The code of a wallet that may have been made under older rules. */
export const walletCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(32));
