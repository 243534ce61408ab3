import { type LimitChanges, looserLimits } from "@/lib/ledger/with/limits/words";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { requireVersion } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { defined } from "@/lib/portal/acts/defined";
import { requireImage } from "@/lib/portal/acts/images";
import { administerAgreed, agree } from "@/lib/portal/acts/second-person";
import { changeMerchant } from "./change-merchant";
import { lockMerchant, type MerchantView } from "./merchant-view";

/** Absent fields stay as they are. */
export interface UpdateMerchantInput extends LimitChanges {
  merchantId: number;
  /** The version that was read. */
  version: number;
  nameEn?: string | undefined;
  nameAr?: string | undefined;
  imageHash?: string | null | undefined;
  refundWindowDays?: number | undefined;
  returnWindowDays?: number | undefined;
  /** Null: the programme's. */
  ripeningDays?: number | null | undefined;
  refundSameBranchOnly?: boolean | undefined;
  cashiersMayEnrol?: boolean | undefined;
}

/**
 * Changes a merchant's names, image, limits and rules of refunds and returns, from now on. Limits that let more pass take a second person
 * (rules.md §24).
 * @throws AdminError second_person, not_found, conflict, invalid
 */
export function updateMerchant(
  context: AdminContext,
  actor: AdminActor,
  { merchantId, version, ...fields }: UpdateMerchantInput,
): Promise<MerchantView> {
  return administerAgreed(context, actor, "merchant.update", async (act) => {
    const merchant = await lockMerchant(act, merchantId);
    requireVersion("merchant", merchant.version, version);
    if (fields.imageHash) await requireImage(act.tx, fields.imageHash);
    const chosen = defined(fields);
    const loosened = looserLimits(merchant, { ...merchant, ...chosen });
    const approvedBy = await agree(act, {
      kind: "rules",
      points: loosened.length > 0 ? Number.POSITIVE_INFINITY : 0,
      merchantId,
      content: ["merchant", merchantId, loosened.map((name) => [name, chosen[name]])],
      summary: {
        act: "merchant",
        nameEn: merchant.nameEn,
        nameAr: merchant.nameAr,
        fields: loosened.map((name) => `${name}: ${chosen[name] ?? "∞"}`).join(", "),
      },
    });
    return changeMerchant(act, merchant, chosen, approvedBy);
  });
}
