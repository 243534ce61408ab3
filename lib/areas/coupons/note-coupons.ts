import type { Actor, NoteCoupon } from "@/lib/ledger/rules/commands";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { auditStatement } from "@/lib/portal/acts/audit-log";

/**
 * Writes the row of the audit log, from which events are read, for each coupon that a settled bill uses or its cancellation opens again
 * (rules.md §25), in their transaction.
 */
export function noteCoupons(
  by: AdminActor,
  { walletCode, actor }: { walletCode: string; actor: Pick<Actor, "branchId" | "merchantId"> },
): NoteCoupon {
  return ({ coupon: { id, state, template }, kind, entry }) =>
    auditStatement({
      action: kind === "used" ? "coupon.redeem" : "coupon.reopen",
      ...{ subject: "coupon", subjectId: id, merchantId: actor.merchantId ?? template.merchantId },
      before: { state: kind === "used" ? "issued" : "used" },
      after: { state, walletCode, offerNumber: template.offerNumber, branchId: actor.branchId },
      ...{ at: entry.createdAt, by },
    });
}
