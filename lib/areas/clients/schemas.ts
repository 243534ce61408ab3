import * as z from "zod";
import { LIMIT_SETTINGS } from "@/lib/ledger/with/limits/words";
import { id, line, moment, problem, version } from "@/lib/portal/wire/fields";
import { writtenSettings } from "@/lib/portal/wire/setting-schemas";
import type { CreateClientInput } from "./create-client";
import { isOrigin, originOf } from "./desk-schemas";
import type { RotateClientSecretInput } from "./rotate-client-secret";
import type { UpdateClientInput } from "./update-client";
import { CLIENT_KEYED_SCOPES, CLIENT_SCOPES, CLIENT_SIGNING_MODES } from "./words";

const RATE_MAX = 100_000;

const SETTINGS = {
  name: line(120),
  scopes: z.array(z.enum(CLIENT_SCOPES)).min(1).max(CLIENT_SCOPES.length),
  /** Null: all branches. */
  branchIds: z.array(id).min(1).max(1_000).nullable(),
  /** Addresses and ranges; empty: from everywhere. */
  ipRanges: z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], problem("addresses"))).max(100),
  /** Origins of pages; empty: none. An address copied from a browser is cut down to its origin. */
  allowedOrigins: z
    .array(
      z
        .string()
        .trim()
        .max(253)
        .transform(originOf)
        .refine((origin) => isOrigin(origin), problem("origins")),
    )
    .max(50),
  /** Null: no limit. */
  rate: z
    .object({ perSecond: z.int().min(1).max(RATE_MAX), burst: z.int().min(1).max(RATE_MAX) })
    .refine(({ perSecond, burst }) => burst >= perSecond, { path: ["burst"], error: problem("burst") })
    .nullable(),
  keyRequiredFor: z.array(z.enum(CLIENT_KEYED_SCOPES)).max(CLIENT_KEYED_SCOPES.length),
  legacyHttp200: z.boolean(),
  isStrict: z.boolean(),
  signing: z.enum(CLIENT_SIGNING_MODES),
  ownDealsOnly: z.boolean(),
  exposeNid: z.boolean(),
  hasOwnLimits: z.boolean(),
  expiresAt: moment.nullable(),
};

const optionalSettings = {
  branchIds: SETTINGS.branchIds.optional(),
  ipRanges: SETTINGS.ipRanges.optional(),
  allowedOrigins: SETTINGS.allowedOrigins.optional(),
  rate: SETTINGS.rate.optional(),
  keyRequiredFor: SETTINGS.keyRequiredFor.optional(),
  legacyHttp200: SETTINGS.legacyHttp200.optional(),
  isStrict: SETTINGS.isStrict.optional(),
  ownDealsOnly: SETTINGS.ownDealsOnly.optional(),
  exposeNid: SETTINGS.exposeNid.optional(),
  hasOwnLimits: SETTINGS.hasOwnLimits.optional(),
  ...writtenSettings(LIMIT_SETTINGS),
  expiresAt: SETTINGS.expiresAt.optional(),
};

export const createClientSchema = z.object({
  merchantId: id,
  name: SETTINGS.name,
  scopes: SETTINGS.scopes,
  /** For ever: a client is issued for tests or for customers. */
  isTest: z.boolean().optional(),
  ...optionalSettings,
}) satisfies z.ZodType<CreateClientInput>;

export const updateClientSchema = z.object({
  clientId: id,
  version,
  name: SETTINGS.name.optional(),
  scopes: SETTINGS.scopes.optional(),
  signing: SETTINGS.signing.optional(),
  ...optionalSettings,
}) satisfies z.ZodType<UpdateClientInput>;

export const rotateClientSecretSchema = z.object({
  clientId: id,
  version,
  /** 0: the present secret ends at once. */
  overlapDays: z.int().min(0).max(90).optional(),
}) satisfies z.ZodType<RotateClientSecretInput>;

/** The same as the routes take it, which name the client in their path. */
export const changeClientSchema = updateClientSchema.omit({ clientId: true });
export const rotateSecretSchema = rotateClientSecretSchema.omit({ clientId: true });

export const clientTargetSchema = z.object({ clientId: id });
