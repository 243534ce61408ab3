import * as z from "zod/mini";
import { ADMIN_ACTIONS, isOfMerchants } from "@/lib/portal/acts/permissions";
import { ROLES } from "@/lib/portal/acts/roles";
import { idSchema, versionSchema } from "@/lib/portal/wire/id";
import { safe } from "@/lib/portal/wire/safe-text";

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
export { doneSchema } from "@/lib/portal/wire/done";
export const setListSchema = z.object({ sets: z.array(setSchema) });
