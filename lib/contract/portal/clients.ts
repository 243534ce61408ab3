import * as z from "zod";
import type { KeyedScope } from "@/lib/admin/client-view";
import type { CreateClientInput } from "@/lib/admin/create-client";
import type { RotateClientSecretInput } from "@/lib/admin/rotate-client-secret";
import type { UpdateClientInput } from "@/lib/admin/update-client";
import type { Scope } from "@/lib/auth/api-client";
import { id, line, moment, version } from "./fields";

export const CLIENT_SCOPES = [
  "reward",
  "redeem",
  "refund",
  "cancel",
  "deals",
] as const satisfies readonly Scope[];
export const CLIENT_KEYED_SCOPES = [
  "reward",
  "redeem",
  "refund",
  "cancel",
] as const satisfies readonly KeyedScope[];

/** What the form of a new client begins with; the same as lib/admin gives when nothing is asked for. */
export const CLIENT_RATE_DEFAULT = { perSecond: 100, burst: 200 } as const;
export const ROTATION_OVERLAP_DAYS_DEFAULT = 7;
const RATE_MAX = 100_000;

const SETTINGS = {
  name: line(120),
  scopes: z.array(z.enum(CLIENT_SCOPES)).min(1).max(CLIENT_SCOPES.length),
  /** Null: all branches. */
  branchIds: z.array(id).min(1).max(1_000).nullable(),
  /** Addresses and ranges; empty: from everywhere. */
  ipRanges: z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])).max(100),
  /** Null: no limit. */
  rate: z
    .object({ perSecond: z.int().min(1).max(RATE_MAX), burst: z.int().min(1).max(RATE_MAX) })
    .refine(({ perSecond, burst }) => burst >= perSecond, { path: ["burst"] })
    .nullable(),
  keyRequiredFor: z.array(z.enum(CLIENT_KEYED_SCOPES)).max(CLIENT_KEYED_SCOPES.length),
  legacyHttp200: z.boolean(),
  exposeNid: z.boolean(),
  expiresAt: moment.nullable(),
};

const optionalSettings = {
  branchIds: SETTINGS.branchIds.optional(),
  ipRanges: SETTINGS.ipRanges.optional(),
  rate: SETTINGS.rate.optional(),
  keyRequiredFor: SETTINGS.keyRequiredFor.optional(),
  legacyHttp200: SETTINGS.legacyHttp200.optional(),
  exposeNid: SETTINGS.exposeNid.optional(),
  expiresAt: SETTINGS.expiresAt.optional(),
};

export const createClientSchema = z.object({
  merchantId: id,
  name: SETTINGS.name,
  scopes: SETTINGS.scopes,
  ...optionalSettings,
}) satisfies z.ZodType<CreateClientInput>;

export const updateClientSchema = z.object({
  clientId: id,
  version,
  name: SETTINGS.name.optional(),
  scopes: SETTINGS.scopes.optional(),
  ...optionalSettings,
}) satisfies z.ZodType<UpdateClientInput>;

export const rotateClientSecretSchema = z.object({
  clientId: id,
  version,
  /** 0: the present secret ends at once. */
  overlapDays: z.int().min(0).max(90).optional(),
}) satisfies z.ZodType<RotateClientSecretInput>;

export const clientTargetSchema = z.object({ clientId: id });
export const clientSecretTargetSchema = z.object({ clientId: id, secretId: id });
