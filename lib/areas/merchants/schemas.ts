import * as z from "zod";
import { id, line, version } from "@/lib/portal/wire/fields";
import { LIMIT_FIELDS } from "@/lib/portal/wire/limit-schemas";
import { RIPENING_DAYS_MAX } from "@/lib/portal/wire/ripening";
import type { CreateMerchantInput } from "./create-merchant";

const name = line(120);
const windowDays = z.int().min(0).max(3650);

export const createMerchantSchema = z.object({
  nameEn: name,
  nameAr: name,
  refundWindowDays: windowDays.optional(),
  returnWindowDays: windowDays.optional(),
  ripeningDays: z.int().min(0).max(RIPENING_DAYS_MAX).nullable().optional(),
  refundSameBranchOnly: z.boolean().optional(),
  cashiersMayEnrol: z.boolean().optional(),
  ...LIMIT_FIELDS,
}) satisfies z.ZodType<CreateMerchantInput>;

/** What a merchant is changed to, where the merchant itself is named otherwise. */
export const merchantChangesSchema = z.object({
  version,
  nameEn: name.optional(),
  nameAr: name.optional(),
  imageHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .optional(),
  refundWindowDays: windowDays.optional(),
  returnWindowDays: windowDays.optional(),
  ripeningDays: z.int().min(0).max(RIPENING_DAYS_MAX).nullable().optional(),
  refundSameBranchOnly: z.boolean().optional(),
  cashiersMayEnrol: z.boolean().optional(),
  ...LIMIT_FIELDS,
});

export const merchantTargetSchema = z.object({ merchantId: id });
