import type { Prisma } from "@/lib/platform/database/generated/client";
import type { Act } from "@/lib/portal/acts/administer";
import { type MerchantView, merchantView } from "./merchant-view";

/** Writes a change of a locked merchant, with its audit row and its announcement. */
export async function changeMerchant(
  { tx, now, record, announce }: Act,
  before: MerchantView,
  data: Prisma.MerchantUncheckedUpdateInput,
  approvedBy: number | null = null,
): Promise<MerchantView> {
  const row = await tx.merchant.update({
    where: { id: before.id },
    data: { ...data, version: { increment: 1 }, updatedAt: now },
  });
  const after = merchantView(row);
  await record({
    subject: "merchant",
    subjectId: after.id,
    merchantId: after.id,
    before: { ...before },
    after: { ...after, ...(approvedBy !== null && { approvedBy }) },
  });
  await announce("merchant", after.id);
  return after;
}
