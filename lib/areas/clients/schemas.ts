import * as z from "zod/mini";
import { LIMIT_SETTINGS } from "@/lib/ledger/with/limits/words";
import { moment, problem, whole } from "@/lib/portal/wire/fields";
import { idSchema, versionSchema as version } from "@/lib/portal/wire/id";
import { line } from "@/lib/portal/wire/safe-text";
import { writtenSettings } from "@/lib/portal/wire/setting-schemas";
import type { CreateClientInput } from "./create-client";
import { isOrigin, originOf } from "./desk-schemas";
import type { RotateClientSecretInput } from "./rotate-client-secret";
import type { UpdateClientInput } from "./update-client";
import { CLIENT_KEYED_SCOPES, CLIENT_SCOPES, CLIENT_SIGNING_MODES } from "./words";

const RATE_MAX = 100_000;

const SETTINGS = {
  name: line(120),
  scopes: z.array(z.enum(CLIENT_SCOPES)).check(z.minLength(1), z.maxLength(CLIENT_SCOPES.length)),
};

const optionalSettings = z.partial(
  z.object({
    /** Null: all branches. */
    branchIds: z.nullable(z.array(idSchema).check(z.minLength(1), z.maxLength(1_000))),
    /** Addresses and ranges; empty: from everywhere. */
    ipRanges: z
      .array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], problem("addresses")))
      .check(z.maxLength(100)),
    /** Origins of pages; empty: none. An address copied from a browser is cut down to its origin. */
    allowedOrigins: z
      .array(
        z.string().check(
          z.trim(),
          z.maxLength(253),
          z.overwrite(originOf),
          z.refine((origin) => isOrigin(origin), problem("origins")),
        ),
      )
      .check(z.maxLength(50)),
    /** Null: no limit. */
    rate: z.nullable(
      z.object({ perSecond: whole(1, RATE_MAX), burst: whole(1, RATE_MAX) }).check(
        z.refine(({ perSecond, burst }) => burst >= perSecond, {
          path: ["burst"],
          error: problem("burst"),
        }),
      ),
    ),
    keyRequiredFor: z.array(z.enum(CLIENT_KEYED_SCOPES)).check(z.maxLength(CLIENT_KEYED_SCOPES.length)),
    legacyHttp200: z.boolean(),
    isStrict: z.boolean(),
    ownDealsOnly: z.boolean(),
    exposeNid: z.boolean(),
    hasOwnLimits: z.boolean(),
    ...writtenSettings(LIMIT_SETTINGS),
    expiresAt: z.nullable(moment),
  }),
).shape;

export const createClientSchema = z.object({
  merchantId: idSchema,
  ...SETTINGS,
  /** For ever: a client is issued for tests or for customers. */
  isTest: z.optional(z.boolean()),
  ...optionalSettings,
}) satisfies z.ZodMiniType<CreateClientInput>;

export const updateClientSchema = z.object({
  clientId: idSchema,
  version,
  name: z.optional(SETTINGS.name),
  scopes: z.optional(SETTINGS.scopes),
  signing: z.optional(z.enum(CLIENT_SIGNING_MODES)),
  ...optionalSettings,
}) satisfies z.ZodMiniType<UpdateClientInput>;

export const rotateClientSecretSchema = z.object({
  clientId: idSchema,
  version,
  /** 0: the present secret ends at once. */
  overlapDays: z.optional(whole(0, 90)),
}) satisfies z.ZodMiniType<RotateClientSecretInput>;

/** The same as the routes take it, which name the client in their path. */
export const changeClientSchema = z.omit(updateClientSchema, { clientId: true });
export const rotateSecretSchema = z.omit(rotateClientSecretSchema, { clientId: true });

export const clientTargetSchema = z.object({ clientId: idSchema });
