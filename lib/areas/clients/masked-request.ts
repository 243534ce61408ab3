import { scrubLine } from "@/lib/platform/log";
import { normalizeMsisdn } from "@/lib/platform/msisdn";

/** The kept form of a request: enough to find out why it was refused, nothing that identifies or authorises anybody. */
export interface MaskedRequest {
  /** The fields of the interface as they were sent, in their order. */
  fields: Readonly<Record<string, MaskedValue>>;
  /** Those of the fields that do not show what was sent. */
  hidden: readonly string[];
  /** Names of fields that the interface does not know, such as one in the wrong letter case; never their values. */
  unknown: readonly string[];
  /** Only when the header was sent. */
  idempotencyKey?: string;
  /** Only when the path names no operation. */
  path?: string;
}
export type MaskedValue = string | number | boolean | null;

/** A request until it is written down. Everything is looked at only when it is written down, outside of the request's path. */
export interface SentRequest {
  /** Undefined when it was refused before it was read, or was no JSON. */
  body: Readonly<Record<string, unknown>> | undefined;
  /** Without its question mark. */
  query: string;
  idempotencyKey: string | undefined;
  /** Null when the path names an operation. */
  path: string | null;
  /** Whether this is one of the caller's own branches, which may be shown (E.164). */
  isOwnBranch: (msisdn: string) => boolean;
  /** Of each field of the interface. */
  treatments: Readonly<Record<string, Treatment>>;
}

/** How a field is kept: as it was sent, by its last digits, by its length, or not at all; a branch's number is shown to its own client. */
export type Treatment = "shown" | "mobile" | "branch" | "length" | "secret";

const HIDDEN = "•••";
const TEXT_LENGTH_MAX = 64;
/** So much more is looked at: a number that is cut off at the end would not be known for one. */
const SCRUBBED_BEYOND = 240;
const UNKNOWN_MAX = 12;
const FIELD_NAME = /^[A-Za-z]\w{0,39}$/;
const PATH = /^\/api\/Integration(?:\/[\w.-]{0,40}){0,3}$/i;
const TAIL_SHOWN = 3;
const TAIL_SHOWN_FROM = 7;

/** The request as it may be kept for days and read by a merchant's admins. Pure. */
export function maskRequest({
  body,
  query,
  idempotencyKey,
  path,
  isOwnBranch,
  treatments,
}: SentRequest): MaskedRequest {
  const sent = body ?? (query === "" ? {} : Object.fromEntries(new URLSearchParams(query)));
  const fields: Record<string, MaskedValue> = {};
  const hidden: string[] = [];
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(sent)) {
    const treatment = Object.hasOwn(treatments, name) ? treatments[name] : undefined;
    if (treatment === undefined) {
      if (unknown.length < UNKNOWN_MAX) unknown.push(FIELD_NAME.test(name) ? scrub(name) : HIDDEN);
      continue;
    }
    const shown = maskValue(treatment, value, isOwnBranch);
    fields[name] = shown;
    if (shown !== value) hidden.push(name);
  }
  return {
    fields,
    hidden,
    unknown,
    ...(idempotencyKey !== undefined && { idempotencyKey: scrub(idempotencyKey) }),
    ...(path !== null && { path: PATH.test(path) ? scrub(path) : HIDDEN }),
  };
}

function maskValue(
  treatment: Treatment,
  value: unknown,
  isOwnBranch: SentRequest["isOwnBranch"],
): MaskedValue {
  if (value === null || value === "" || value === undefined) return value ?? null;
  switch (treatment) {
    case "secret":
      return HIDDEN;
    case "length":
      return typeof value === "string" ? maskLength(value) : HIDDEN;
    case "mobile":
      return maskNumber(value);
    case "branch":
      return maskBranch(value, isOwnBranch);
    case "shown":
      return showValue(value);
  }
}

/** A text by how long it is. */
export function maskLength(text: string): string {
  return `${HIDDEN} (${[...text].length})`;
}

/** One of the caller's own branches as it is, any other number masked. */
export function maskBranch(value: unknown, isOwnBranch: SentRequest["isOwnBranch"]): string {
  const number = typeof value === "string" ? normalizeMsisdn(value) : null;
  return number !== null && isOwnBranch(number) ? String(value) : maskNumber(value);
}

/** A number by its last three digits; what is too short to keep back the rest is hidden whole. */
export function maskNumber(value: unknown): string {
  if (typeof value !== "string") return HIDDEN;
  const digits = value.replace(/\D/g, "");
  return digits.length >= TAIL_SHOWN_FROM ? `${HIDDEN}${digits.slice(-TAIL_SHOWN)}` : HIDDEN;
}

function showValue(value: unknown): MaskedValue {
  if (typeof value === "boolean" || typeof value === "number") return value;
  return typeof value === "string" ? scrub(value) : Array.isArray(value) ? "[…]" : "{…}";
}

/**
 * Text without mobile numbers and ClientIds in the wrong field, without characters the database refuses, and no longer
 * than `lengthMax`: by default a field of the interface.
 */
export function scrub(text: string, lengthMax = TEXT_LENGTH_MAX): string {
  // Scrubbed before it is cut: half a number gives itself away no more.
  const clean = [
    ...scrubLine(text.slice(0, lengthMax + SCRUBBED_BEYOND)).replace(/[\p{Cc}\p{Cs}]/gu, "\ufffd"),
  ];
  return clean.length > lengthMax ? `${clean.slice(0, lengthMax - 1).join("")}…` : clean.join("");
}
