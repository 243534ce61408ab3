import * as z from "zod/mini";
import { filters } from "@/lib/areas/branches/record";
import { ADMIN_ACTIONS, isOfMerchants } from "@/lib/portal/acts/permissions";
import { ROLES } from "@/lib/portal/acts/roles";
import { shownMoment } from "@/lib/portal/record";
import { idParameter, idSchema, versionSchema } from "@/lib/portal/wire/id";
import { safe } from "@/lib/portal/wire/safe-text";
import { searchTextSchema } from "@/lib/portal/wire/search-text";
import { answer, purposeSchema } from "./record";

/** Filters of the list in its page's address. */
export const staffFiltersSchema = z.extend(z.omit(filters, { text: true }), {
  role: z.optional(z.enum(ROLES)),
  /** This person only. */
  person: z.optional(idParameter),
});

/** Asked in a body and not in an address: a text is a person's name. */
export const staffSearchSchema = z.extend(staffFiltersSchema, {
  text: z.optional(searchTextSchema),
  /** The last user of the page before. */
  after: z.optional(idSchema),
});

export const staffPageSchema = z.object({
  users: z.array(answer),
  nextAfter: z.nullable(idSchema),
});
export type StaffPage = z.infer<typeof staffPageSchema>;

export const staffParamsSchema = z.object({ userId: idParameter });

/** A link is told once: its token is not kept. */
export const issuedLinkSchema = z.object({
  purpose: purposeSchema,
  token: z.string(),
  expiresAt: shownMoment,
});
export type IssuedLink = z.infer<typeof issuedLinkSchema>;
export const staffLinkSchema = z.object({ user: answer, link: issuedLinkSchema });
export type StaffLink = z.infer<typeof staffLinkSchema>;

export const staffSessionsSchema = z.object({
  sessions: z.array(
    z.object({
      id: idSchema,
      createdAt: shownMoment,
      lastUsedAt: shownMoment,
      address: z.nullable(z.string()),
      userAgent: z.nullable(z.string()),
    }),
  ),
});

export { doneSchema, endedSessionsSchema } from "@/lib/portal/wire/done";

/** Merchant whose staff is signed out together. */
export const endStaffSessionsSchema = z.object({ merchant: idParameter });

/** A file is no JSON. */
export const staffFileSchema = z.never();

export const staffPolicySchema = z.object({ adminsNeedTwoFactor: z.boolean(), version: z.int() });

const setRoleSchema = z.enum(ROLES).check(z.refine((role) => role !== "programme_operator"));
/** Permissions that roles of merchants have. */
const actionsSchema = z.array(z.enum(ADMIN_ACTIONS).check(z.refine(isOfMerchants)));

const WRITTEN = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60), safe),
  added: actionsSchema,
  removed: actionsSchema,
};
export const createSetSchema = z.object({ ...WRITTEN, merchantId: idSchema, role: setRoleSchema });
export const setChangesSchema = z.object({ ...WRITTEN, version: versionSchema });
export type SetFields = z.infer<typeof createSetSchema>;

export const setParamsSchema = z.object({ setId: z.pipe(z.coerce.number(), idSchema) });
export const setsQuerySchema = z.object({ merchant: z.optional(z.pipe(z.coerce.number(), idSchema)) });

export const setSchema = z.object({
  id: idSchema,
  merchantId: idSchema,
  name: z.string(),
  role: z.enum(ROLES),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  people: z.int(),
  version: z.int(),
});
export type StaffSet = z.infer<typeof setSchema>;
export const setListSchema = z.object({ sets: z.array(setSchema) });
