import * as z from "zod";
import { RIPENING_DAYS } from "@/lib/ledger/core/programme-settings";
import { whole } from "@/lib/ledger/core/setting";
import { LIMIT_SETTINGS } from "@/lib/ledger/with/limits/words";
import { id, line, version } from "@/lib/portal/wire/fields";
import { writtenSettings } from "@/lib/portal/wire/setting-schemas";
import type { CreateMerchantInput } from "./create-merchant";

const name = line(120);
const windowDays = z.int().min(0).max(3650);
const settings = writtenSettings({ ...LIMIT_SETTINGS, ripeningDays: whole(null, RIPENING_DAYS) });

export const createMerchantSchema = z.object({
  nameEn: name,
  nameAr: name,
  refundWindowDays: windowDays.optional(),
  returnWindowDays: windowDays.optional(),
  refundSameBranchOnly: z.boolean().optional(),
  cashiersMayEnrol: z.boolean().optional(),
  ...settings,
}) satisfies z.ZodType<CreateMerchantInput>;

/** Changes of a merchant whose number stands elsewhere. */
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
  refundSameBranchOnly: z.boolean().optional(),
  cashiersMayEnrol: z.boolean().optional(),
  ...settings,
});

export const merchantTargetSchema = z.object({ merchantId: id });
