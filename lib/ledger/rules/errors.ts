import type { CouponProblem } from "@/lib/ledger/with/coupons/words";
import type { Breach } from "@/lib/ledger/with/limits/words";
import type { JsonProblem } from "@/lib/platform/http/json-object";
import type { WalletView } from "./types";

/**
 * Every code a caller may ever see besides "0", in the order of the interface's table. Codes are stable and never
 * reused. The table code → status and texts is in lib/points-api/errors.ts; it lives there and not here so that the
 * areas can refuse something without knowing anything about the wire.
 */
export const ERROR_CODES = [
  1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1101, 1102, 1103, 1104, 1105, 1110, 1111, 1201, 1202, 1203,
  1204, 1205, 1206, 1207, 1208, 1301, 1302, 1304, 1306, 1307, 1310, 1311, 1312, 1401, 1402, 1403, 1404, 1405,
  1406, 1407, 1411, 1412, 1413, 1414, 1415, 1416, 1417, 1418, 1419, 1420, 1421, 1422, 1501, 1504, 1505, 1701,
  1702, 1703, 1704, 1901, 1902,
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Sentences after the text of 1002, where the field alone does not say what to do next. */
export type Advice =
  | "feed_cursor"
  | "pin_as_text"
  | "hijri_date"
  | "unclear_date"
  | "clock_ahead"
  | "clock_behind"
  | "customer_expired"
  | "own_number"
  | "pin_too_easy"
  | "one_of_three";

/** Why a body is no JSON object. */
export type BodyProblem = JsonProblem | "compressed";

/** The values that the texts of some codes name. A code that is not listed has none. */
export interface ErrorParametersByCode {
  /** The wire name of the field that is missing, e.g. "WalletCode". */
  /** `sent`: the other letter case in which the field was sent. */
  1001: { field: string; sent?: string };
  /** The wire name of the field whose value is refused, and what to do next where that is not plain from it. */
  1002: {
    field: string;
    advice?: Advice;
    /** With the advice about a clock: the time that was sent, and that of the service, by the programme's clocks. */
    sent?: string;
    now?: string;
    /** The form and range of the field, where there is no advice. */
    form?: { en: string; ar: string };
  };
  /** Why the body cannot be read; of a doubled field, its name. */
  1003: { problem?: BodyProblem; field?: string };
  /** The unsupported header, where it is not Content-Type. */
  1004: { unsupported?: "Content-Encoding" | "charset" };
  /** Of a wrong method: the right ones, in words. */
  1007: { form?: { en: string; ar: string } };
  /** The masked code of the wallet that the number has. */
  1207: { walletCode: string };
  /** The balance in points that the wallet must hold before it may redeem. */
  1302: { min: number };
  /** The most points that one operation may move. */
  1304: { max: number };
  /**
   * Money in currency units: of this redemption, and what may still be redeemed today without proof of the customer: from the wallet, or with
   * this person, at this branch or at this till.
   */
  1307: {
    limit?: "personUnprovedValueMax" | "branchUnprovedValueMax" | "tillUnprovedValueMax";
    required: number;
    available: number;
  };
  /** Whole seconds until the lock ends by itself; null when it ends with another PIN only. */
  1312: { lockedForSeconds: number | null };
  /** The settled bill, by the number of its reward, that the redemption paid. */
  1402: { billId?: number };
  /** The points that can still be given back; and their money, in currency units, where the points of the money that was named would fit. */
  1404: { remaining: number; remainingValue?: number };
  /** The entry, where it was named by a reference: `logTypeId` says of which kind it is, and `couponUsed` that its coupon was used. */
  1414: {
    entryId?: number | undefined;
    logTypeId?: number | undefined;
    couponUsed?: boolean | undefined;
    operation?: string | undefined;
  };
  /** The points that the hold has. */
  1419: { remaining: number };
  /** Why. */
  1421: { reason: CouponProblem; minBill?: number };
  /** When, by the programme's clocks, and at which branch (E.164) the reference was used; absent where no entry says so. */
  1501: { usedAt?: string; branchMsisdn?: string };
  /** The limit, what the movement asks of it and what is left of it: money in currency units, points, or a number of times. */
  1702: Breach;
  /** Why a person has to look at the movement, and every limit that it passes besides; its points, and its value in currency units. */
  1703: { breaches: readonly Breach[]; points: number; value: number };
  /** Every limit that a person has to let the movement pass; its points, and its value in currency units. */
  1704: { breaches: readonly Breach[]; points: number; value: number };
  /** The id under which the log holds the details. */
  1901: { requestId: string };
}

/** The parameters of one code; an empty object for the codes whose text names nothing. */
export type ErrorParameters<Code extends ErrorCode = ErrorCode> = Code extends keyof ErrorParametersByCode
  ? ErrorParametersByCode[Code]
  : Record<never, never>;

/** The parts of a settlement, in order. */
export const BILL_PARTS = ["coupons", "points", "reward"] as const;
export type BillPart = (typeof BILL_PARTS)[number];

/** The part of a settlement that was refused; of its coupons which one. */
export interface PartNamed {
  part?: BillPart;
  couponNumber?: string;
}

/** Details that an answer may carry besides the code and its text. */
export interface ErrorDetails extends PartNamed {
  /** The identified wallet as it stands, for the till to show. Codes that may not carry it drop it (lib/points-api/errors.ts). */
  wallet?: WalletView;
  /** 1007 only: 404 (the default) when the operation does not exist, 405 when it exists and the method is wrong. */
  status?: 404 | 405;
  /** 405 only: the methods that would be right. */
  allow?: readonly string[];
  /** 1312, 1701 and 1902: whole seconds after which the caller may try again. */
  retryAfterSeconds?: number;
  /** The underlying error. For the log, never for the caller. */
  cause?: unknown;
}

type ErrorArguments<Code extends ErrorCode> = Code extends keyof ErrorParametersByCode
  ? [parameters: ErrorParameters<Code>, details?: ErrorDetails]
  : [parameters?: Record<never, never>, details?: ErrorDetails];

const BRAND = Symbol.for("points-service.DomainError");

/**
 * A refusal with a code of the points API (rules.md §11). The only error that reaches a caller by its own text; anything
 * else becomes 1901. `message` is for the log; the caller's text comes from the table in its language.
 *
 * @example throw new DomainError(1404, { remaining: 120 }, { wallet });
 */
export class DomainError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly [BRAND] = true;
  readonly code: Code;
  readonly params: ErrorParameters<Code>;
  readonly details: ErrorDetails;

  constructor(code: Code, ...[parameters, details]: ErrorArguments<Code>) {
    super(
      describe(code, parameters ?? {}),
      details?.cause === undefined ? undefined : { cause: details.cause },
    );
    this.name = "DomainError";
    this.code = code;
    this.params = (parameters ?? {}) as ErrorParameters<Code>;
    this.details = details ?? {};
  }
}

/**
 * True for a {@link DomainError} of any copy of this module. The server's bundle and the route handlers' bundle each
 * have a class of their own in one process, so `instanceof` would miss the other's errors.
 */
export function isDomainError(error: unknown): error is DomainError {
  return typeof error === "object" && error !== null && BRAND in error;
}

function describe(code: ErrorCode, parameters: object): string {
  const values = Object.entries(parameters).map(([name, value]) => `${name}=${String(value)}`);
  return [`Refused with ${code}`, ...values].join(" ");
}

/** Whether a movement was refused only because the PIN was not given. */
export function isPinMissing(error: unknown): boolean {
  return isDomainError(error) && (error.code === 1310 || error.code === 1307);
}
