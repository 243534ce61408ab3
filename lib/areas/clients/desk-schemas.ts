import * as z from "zod/mini";
import { LIMIT_SETTINGS } from "@/lib/ledger/with/limits/words";
import { shownMoment } from "@/lib/portal/record";
import { bilingualSchema, idParameter, namedSchema } from "@/lib/portal/wire/id";
import { shownSettings } from "@/lib/portal/wire/setting-schemas";
import {
  type CLIENT_KEYED_SCOPES,
  type CLIENT_SCOPES,
  type CLIENT_SIGNING_MODES,
  CLIENT_STATES,
} from "./words";

// The list of API clients, their request log and the console. The record is in record.ts.

/** Numbers of the request log outgrow those of other rows. */
const logIdParameter = z.pipe(
  z.coerce.number(),
  z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)),
);
export type ClientScope = (typeof CLIENT_SCOPES)[number];
export type ClientKeyedScope = (typeof CLIENT_KEYED_SCOPES)[number];
export type ClientSigningMode = (typeof CLIENT_SIGNING_MODES)[number];
export type ClientState = (typeof CLIENT_STATES)[number];

/**
 * Spellings that are accepted although the interface writes them in another way, because only one meaning is possible (rules.md §3). Each
 * is noted for the client's maker; a client that is set to strict has none.
 */
export const LIBERTIES = [
  /** The path in another letter case, with a doubled or trailing slash, or as an absolute URL. */
  "path",
  /** The version as `V1`, `1`, `1.0` or `v1.0`. */
  "version",
  /** No Content-Type, or another one over a JSON object. */
  "contentType",
  /** A declared charset other than UTF-8. */
  "charset",
  /** A compressed body. */
  "contentEncoding",
  /** A number as text. */
  "numberAsText",
  /** A text as number. */
  "textAsNumber",
  /** 0, blanks or year 1 in an optional field. */
  "notSet",
  /** Blanks and invisible marks around a value. */
  "blanks",
  /** Marks within digits, or blanks, hyphens and brackets of other kinds. */
  "marks",
  /** More decimals than the currency has, by less than a millionth. */
  "floatNoise",
  /** A date that is not ISO 8601. */
  "dateFormat",
  /** True or false as text or number. */
  "booleanAsText",
  /** Line ends and tabs in a comment. */
  "lineEnds",
  /** Lines of a bill that cannot be read, and were left out. */
  "unreadLines",
] as const;
export type Liberty = (typeof LIBERTIES)[number];

/** A liberty, and the field it was taken with where it was one: `numberAsText:PointsValue`. */
export type LibertyTaken = Liberty | `${Liberty}:${string}`;

const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#@\\\s*]+$/;

/**
 * Whether the text is an origin as browsers send it: scheme, host and a port that is not the scheme's own, in lower case
 * and without a slash at the end. Pages that are part of an app have schemes of their own, such as `capacitor://localhost`.
 */
export function isOrigin(text: string): boolean {
  return ORIGIN.test(text) && originOf(text) === text;
}

/** The origin of an address, as browsers would send it; what is no address stays as it is. */
export function originOf(address: string): string {
  if (!URL.canParse(address)) return address;
  const { protocol, host, origin } = new URL(address);
  // Of other schemes than the web's own the standard knows no origin.
  return origin === "null" && host !== "" ? `${protocol}//${host}` : origin;
}

/** The last 24 hours. */
export const usageSchema = z.object({
  requests: z.int(),
  errors: z.int(),
  unlogged: z.int(),
  /** Repeated a reference of another day: nothing moved for them. */
  lateReplays: z.int(),
});

export const clientParamsSchema = z.object({ clientId: idParameter });
export const clientSecretParamsSchema = z.object({ clientId: idParameter, secretId: idParameter });

/** View of one client in its page's address. */
export const clientViewSchema = z.object({ tab: z.optional(z.enum(["overview", "sandbox", "requests"])) });

/** Filters of the list, as they stand in the address of the page and of the request. */
export const clientFiltersSchema = z.object({
  text: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
  state: z.optional(z.enum(CLIENT_STATES)),
});
export const clientListRequestSchema = z.extend(clientFiltersSchema, { after: z.optional(idParameter) });
export type ClientListRequest = z.infer<typeof clientListRequestSchema>;

/** The merchants the user acts for, and their branches. */
export const clientChoicesSchema = z.object({
  merchants: z.array(
    z.extend(namedSchema, {
      isActive: z.boolean(),
      branches: z.array(z.object({ ...namedSchema.shape, isActive: z.boolean() })),
    }),
  ),
  /** Rights that only the programme's operators give. */
  mayGiveAll: z.boolean(),
  /** Rules that a new client's limits are derived from; null for those who give it none of its own. */
  turnover: z.nullable(
    z.object({
      pointsPerUnit: z.number(),
      limits: z.object(shownSettings(LIMIT_SETTINGS)),
      clientRewardPointsMax: z.nullable(z.number()),
      clientReversedValueMax: z.nullable(z.number()),
      merchantRewardPointsMax: z.nullable(z.number()),
    }),
  ),
});
export type ClientChoices = z.infer<typeof clientChoicesSchema>;

// The request log ------------------------------------------------------------------------------------------------------

export const requestFiltersSchema = z.object({
  operation: z.optional(z.string().check(z.regex(/^[A-Za-z]{1,32}$/))),
  outcome: z.optional(z.enum(["success", "refused"])),
  code: z.optional(z.pipe(z.coerce.number(), z.int().check(z.minimum(1000), z.maximum(9999)))),
});
export type RequestFilters = z.infer<typeof requestFiltersSchema>;

export const REQUEST_PAGE_SIZE = 50;

export const requestLogRequestSchema = z.extend(requestFiltersSchema, {
  /** Only requests newer than this one. */
  after: z.optional(logIdParameter),
  /** Only requests older than this one. */
  before: z.optional(logIdParameter),
});
export type RequestLogRequest = z.infer<typeof requestLogRequestSchema>;

const maskedValueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const REFUSAL_DETAILS = [
  "client_revoked",
  "secret_revoked",
  "merchant_inactive",
  "expired",
  "signature_missing",
  "signature_malformed",
  "signature_untimely",
  "signature_wrong",
  "signature_replayed",
] as const;

export const loggedRequestSchema = z.object({
  id: z.int(),
  at: shownMoment,
  operation: z.nullable(z.string()),
  method: z.string(),
  status: z.int(),
  /** 0 is success. */
  code: z.int(),
  /** The code's text with its values, as the caller was told in one of the languages. */
  reason: bilingualSchema,
  /** Why a ClientId of this client or its signature was refused, which the caller is not told. */
  detail: z.nullable(z.enum(REFUSAL_DETAILS)),
  isReplay: z.boolean(),
  /** Accepted spellings that the interface writes in another way, with the field where it was one. */
  liberties: z.array(z.object({ kind: z.enum(LIBERTIES), field: z.nullable(z.string()) })),
  durationMs: z.number(),
  requestId: z.string(),
  ipAddress: z.string(),
  last4: z.nullable(z.string()),
  /** Masked: names in `hidden` do not show what was sent, values of `unknown` names are not kept at all. */
  request: z.object({
    fields: z.record(z.string(), maskedValueSchema),
    hidden: z.array(z.string()),
    unknown: z.array(z.string()),
    idempotencyKey: z.optional(z.string()),
    path: z.optional(z.string()),
  }),
  /** Masked as well; null when it was not kept. Its body is null when there was none, or it was too long to be kept. */
  answer: z.nullable(z.object({ length: z.int(), body: z.unknown() })),
});
export type LoggedRequest = z.infer<typeof loggedRequestSchema>;

export const requestLogSchema = z.object({
  /** The newest first. */
  requests: z.array(loggedRequestSchema),
  hasMore: z.boolean(),
  /** Of the last 24 hours, those that were too many at once to be kept. */
  unlogged: z.int(),
});
export type RequestLog = z.infer<typeof requestLogSchema>;

/** Example requests of the console. */
export const tryItExamplesSchema = z.object({
  /** Of the client that the examples are for, which the reference names; null where there is no such client. */
  clientId: z.nullable(z.string()),
  /** An example of each operation, by its name. */
  requests: z.record(z.string(), z.record(z.string(), z.unknown())),
});
export type TryItExamples = z.infer<typeof tryItExamplesSchema>;
