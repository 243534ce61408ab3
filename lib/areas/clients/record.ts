import * as z from "zod/mini";
import { LIMIT_SETTINGS } from "@/lib/ledger/with/limits/words";
import {
  adjusted,
  chosen,
  given,
  kept,
  record,
  shown,
  shownMoment,
  written,
  writtenAll,
} from "@/lib/portal/record";
import { moment, problem, whole } from "@/lib/portal/wire/fields";
import { bilingualSchema, idSchema, namedSchema, versionSchema as version } from "@/lib/portal/wire/id";
import { line } from "@/lib/portal/wire/safe-text";
import { writtenSettings } from "@/lib/portal/wire/setting-schemas";
import { isOrigin, originOf, usageSchema } from "./desk-schemas";
import {
  CLIENT_KEYED_SCOPES,
  CLIENT_SCOPES,
  CLIENT_SIGNING_MODES,
  CLIENT_STATES,
  ROTATION_OVERLAP_DAYS_MAX,
} from "./words";

const RATE_MAX = 100_000;
const flag = z.optional(z.boolean());

const addressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], problem("addresses"));
/** An address copied from a browser is cut down to its origin. */
const origin = z.string().check(
  z.trim(),
  z.maxLength(253),
  z.overwrite(originOf),
  z.refine((text) => isOrigin(text), problem("origins")),
);
const rate = z
  .object({
    /** Requests per second. */
    perSecond: whole(1, RATE_MAX),
    /** How many may come at once; not fewer than per second. */
    burst: whole(1, RATE_MAX),
  })
  .check(
    z.refine(({ perSecond, burst }) => burst >= perSecond, { path: ["burst"], error: problem("burst") }),
  );

/** An API client as its merchant's admins see it. */
export const client = record({
  merchantId: given(idSchema),
  /** The technical user that stands for it in the points log. */
  userId: kept(idSchema),
  name: written(line(120)),
  scopes: written(z.array(z.enum(CLIENT_SCOPES)).check(z.minLength(1), z.maxLength(CLIENT_SCOPES.length))),
  /** Null: all branches of the merchant, future ones included. */
  branchIds: written(z.optional(z.nullable(z.array(idSchema).check(z.minLength(1), z.maxLength(1_000))))),
  /** Addresses such as "10.1.2.3" and ranges such as "10.1.0.0/16" or "2001:db8::/32"; empty: from everywhere. */
  ipRanges: written(z.optional(z.array(addressRange).check(z.maxLength(100)))),
  /** Origins such as "https://till.example" whose pages may call it from a browser; empty: none. */
  allowedOrigins: written(z.optional(z.array(origin).check(z.maxLength(50)))),
  /** Null, no limit, is for the programme's operators to give. */
  rate: written(z.optional(z.nullable(rate))),
  /** Operations that it may not call without a reference. */
  keyRequiredFor: written(
    z.optional(z.array(z.enum(CLIENT_KEYED_SCOPES)).check(z.maxLength(CLIENT_KEYED_SCOPES.length))),
  ),
  /** Whether it is answered HTTP 200 whatever happens. */
  legacyHttp200: written(flag),
  /** Read by the letter of the interface, so that a till's maker finds out what to mend. */
  isStrict: written(flag),
  /** Other than "off" once it has a secret to sign with. */
  signing: adjusted(z.optional(z.enum(CLIENT_SIGNING_MODES))),
  /** Whether GetDeals shows the deals of its own merchant only. */
  ownDealsOnly: written(flag),
  /** Whether it sees national ids: for the programme's operators to give. */
  exposeNid: written(flag),
  /** Its limits count alone, whatever the programme's are: for the programme's operators to give. Else they tighten those. */
  hasOwnLimits: written(flag),
  ...writtenAll(writtenSettings(LIMIT_SETTINGS)),
  /** A test client acts on test wallets of its own; it stays one for ever, and no other becomes one. */
  isTest: chosen(flag),
  expiresAt: written(z.optional(z.nullable(moment))),
  revokedAt: shown(z.nullable(z.date())),
  createdAt: shown(z.date()),
  updatedAt: shown(z.date()),
});
export const { create, changes } = client;

/** The same as the routes take it, which name the client in their path. */
export const rotate = z.object({
  version,
  /** Days for which the present secret is still accepted; 0: not at all; 7 when absent. */
  overlapDays: z.optional(whole(0, ROTATION_OVERLAP_DAYS_MAX)),
});

const endedAt = z.nullable(shownMoment);
const summary = {
  merchant: namedSchema,
  isTest: z.boolean(),
  state: z.enum(CLIENT_STATES),
  /** Exact to a minute. */
  lastUsedAt: endedAt,
  usage: usageSchema,
};
export const summaryAnswer = z.object({ id: idSchema, name: z.string(), ...summary });
export const list = z.object({
  clients: z.array(summaryAnswer),
  nextAfter: z.nullable(idSchema),
  /** Requests with no ClientId or one that nobody has; the operators' to see. */
  unidentified: z.nullable(usageSchema),
});

const secretAnswer = z.object({
  id: idSchema,
  last4: z.string(),
  createdAt: shownMoment,
  /** Until when it is accepted; null: until it is revoked. */
  expiresAt: endedAt,
  revokedAt: endedAt,
  isLive: z.boolean(),
});
export const answer = z.extend(client.answer, {
  ...summary,
  /** The newest first. */
  secrets: z.array(z.extend(secretAnswer, { lastUsedAt: endedAt })),
  /** Its signing secrets, the newest first. */
  signingSecrets: z.array(secretAnswer),
  /** Without gaps, the present hour last. */
  hours: z.array(z.object({ hour: shownMoment, requests: z.int(), errors: z.int() })),
  /** The most frequent first; 0 is success. */
  codes: z.array(z.object({ code: z.int(), requests: z.int(), text: bilingualSchema })),
  /** The operations of the points API, which its requests can be narrowed to. */
  operations: z.array(z.string()),
});

export const issued = z.object({
  client: answer,
  /** The ClientId, or the signing secret that was asked for: it is told here and never again. */
  secret: z.string(),
});

export type ClientFields = ReturnType<typeof client.view>;
export type CreateClientInput = z.infer<typeof create>;
export type UpdateClientInput = z.infer<typeof changes> & { clientId: number };
export type RotateClientSecretInput = z.infer<typeof rotate> & { clientId: number };
export type ClientSummary = z.infer<typeof summaryAnswer>;
export type ClientList = z.infer<typeof list>;
export type Client = z.infer<typeof answer>;
export type IssuedClientAnswer = z.infer<typeof issued>;
