import type { LimitChanges } from "@/lib/ledger/with/limits/words";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { defined } from "@/lib/portal/acts/defined";
import { type MerchantView, merchantView } from "./merchant-view";

export interface CreateMerchantInput extends LimitChanges {
  nameEn: string;
  nameAr: string;
  /** Days after a redemption in which it can be refunded; 90 when absent. */
  refundWindowDays?: number | undefined;
  /** Days after a reward in which its goods can come back; 90 when absent. */
  returnWindowDays?: number | undefined;
  /** Days until points of its rewards can be spent; the programme's when null or absent. */
  ripeningDays?: number | null | undefined;
  /** Whether only the branch that redeemed may refund, and only the one that sold may take back; no when absent. */
  refundSameBranchOnly?: boolean | undefined;
  /** Whether cashiers open wallets at the till; no when absent. */
  cashiersMayEnrol?: boolean | undefined;
}

/** Adds a merchant. For the programme's operators. */
export function createMerchant(
  context: AdminContext,
  actor: AdminActor,
  { nameEn, nameAr, ...rules }: CreateMerchantInput,
): Promise<MerchantView> {
  return administer(context, actor, "merchant.create", async ({ tx, now, record }) => {
    const row = await tx.merchant.create({
      data: { nameEn, nameAr, ...defined(rules), createdAt: now, updatedAt: now },
    });
    const merchant = merchantView(row);
    await record({
      subject: "merchant",
      subjectId: merchant.id,
      merchantId: merchant.id,
      before: null,
      after: { ...merchant },
    });
    return merchant;
  });
}
