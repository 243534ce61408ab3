import * as z from "zod";
import { LIMIT_FIELDS } from "@/lib/areas/programme/limit-schemas";
import { RIPENING_DAYS_MAX } from "@/lib/areas/programme/ripening-schemas";
import { id, line, version } from "@/lib/portal/wire/fields";
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
