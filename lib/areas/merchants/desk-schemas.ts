import * as z from "zod/mini";
import { LIMIT_SETTINGS } from "@/lib/ledger/with/limits/words";
import { ACTIVITIES } from "@/lib/portal/wire/activity";
import { idSchema } from "@/lib/portal/wire/id";
import { searchTextSchema } from "@/lib/portal/wire/search-text";
import { shownSettings } from "@/lib/portal/wire/setting-schemas";

// Merchants as the desk is told of them. Shared by the routes and the browser.

export const managedMerchantSchema = z.object({
  id: idSchema,
  nameEn: z.string(),
  nameAr: z.string(),
  refundWindowDays: z.int(),
  returnWindowDays: z.int(),
  /** Null: the programme's. */
  ripeningDays: z.nullable(z.int()),
  refundSameBranchOnly: z.boolean(),
  /** Whether cashiers open wallets at the till. */
  cashiersMayEnrol: z.boolean(),
  ...shownSettings(LIMIT_SETTINGS),
  isActive: z.boolean(),
  version: z.int(),
});
export type ManagedMerchant = z.infer<typeof managedMerchantSchema>;
export const merchantListSchema = z.object({ merchants: z.array(managedMerchantSchema) });
export type MerchantList = z.infer<typeof merchantListSchema>;
/** Filters of the list. There are few of them: the browser has them all. */
export const merchantFiltersSchema = z.object({
  status: z.optional(z.enum(ACTIVITIES)),
  text: z.optional(searchTextSchema),
});
export type MerchantFilters = z.infer<typeof merchantFiltersSchema>;
export const merchantParamsSchema = z.object({ merchantId: z.pipe(z.coerce.number(), idSchema) });
