import { type Limits, limitsOfRow } from "@/lib/ledger/with/limits/words";
import type { Merchant } from "@/lib/platform/database/generated/client";
import { isOwnMerchant } from "@/lib/portal/acts/actor";
import { type Act, lockRow } from "@/lib/portal/acts/administer";
import { AdminError } from "@/lib/portal/acts/errors";

/** A merchant as its admins see it. */
export interface MerchantView extends Limits {
  id: number;
  nameEn: string;
  nameAr: string;
  imageHash: string | null;
  refundWindowDays: number;
  returnWindowDays: number;
  /** Days until points of its rewards can be spent; null: the programme's. */
  ripeningDays: number | null;
  refundSameBranchOnly: boolean;
  /** Whether cashiers open wallets at the till. */
  cashiersMayEnrol: boolean;
  isActive: boolean;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export function merchantView(row: Merchant): MerchantView {
  const { id, nameEn, nameAr, imageHash, isActive, version, createdAt, updatedAt } = row;
  const { refundWindowDays, returnWindowDays, ripeningDays, refundSameBranchOnly, cashiersMayEnrol } = row;
  return {
    id,
    nameEn,
    nameAr,
    imageHash,
    refundWindowDays,
    returnWindowDays,
    ripeningDays,
    refundSameBranchOnly,
    cashiersMayEnrol,
    ...limitsOfRow(row),
    isActive,
    version,
    createdAt,
    updatedAt,
  };
}

/**
 * Locks and reads a merchant of the actor's.
 * @throws AdminError not_found
 */
export async function lockMerchant({ tx, actor }: Act, merchantId: number): Promise<MerchantView> {
  if (isOwnMerchant(actor, merchantId)) {
    await lockRow(tx, "merchant", merchantId);
    const row = await tx.merchant.findUnique({ where: { id: merchantId } });
    if (row !== null) return merchantView(row);
  }
  throw new AdminError("not_found", { subject: "merchant" });
}

/**
 * The same for what is to be added to a merchant.
 * @throws AdminError not_found, inactive
 */
export async function lockActiveMerchant(act: Act, merchantId: number): Promise<MerchantView> {
  const merchant = await lockMerchant(act, merchantId);
  if (!merchant.isActive) throw new AdminError("inactive", { subject: "merchant" });
  return merchant;
}
