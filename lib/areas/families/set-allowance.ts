import type { AdminActor } from "@/lib/portal/acts/actor";
import { requireVersion } from "@/lib/portal/acts/administer";
import { type AdministeredWallet, administerWallet } from "@/lib/portal/acts/administer-wallet";
import { changeWallet } from "@/lib/portal/acts/change-wallet";
import type { WalletAdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { agree, withSecondPerson } from "@/lib/portal/acts/second-person";
import { lockWallets } from "@/lib/portal/acts/wallet-record";

export interface SetAllowanceInput {
  walletCode: string;
  /** The version that was read. */
  version: number;
  /** Points in a calendar month; null: any number. */
  allowance: number | null;
}

/**
 * Sets what a pooled child may spend in a calendar month, from now on; what it has spent in this one counts. The points are the parent's:
 * a second person approves more of them, as for joining (rules.md §20).
 * @throws AdminError second_person, forbidden, not_found, conflict, not_in_family
 */
export function setAllowance(
  context: WalletAdminContext,
  actor: AdminActor,
  { walletCode, version, allowance }: SetAllowanceInput,
): Promise<AdministeredWallet> {
  return withSecondPerson(context, actor, "wallet.set_allowance", () =>
    administerWallet(context, actor, "wallet.set_allowance", async (act) => {
      const [child] = await lockWallets(act, [walletCode]);
      requireVersion("wallet", child.version, version);
      if (child.family?.role !== "pooled") throw new AdminError("not_in_family");
      const before = child.family.allowance?.points ?? Number.POSITIVE_INFINITY;
      const after = allowance ?? Number.POSITIVE_INFINITY;
      const approvedBy = await agree(act, {
        kind: "family",
        points: after > before ? Number.POSITIVE_INFINITY : 0,
        merchantId: actor.merchantId,
        walletId: child.id,
        content: ["allowance", allowance],
        summary: {
          act: "allowance",
          parentWalletCode: child.family.parent?.walletCode ?? null,
          allowance: allowance === null ? null : String(allowance),
        },
      });
      return changeWallet(act, child, {
        wallet: { childAllowance: allowance === null ? null : BigInt(allowance) },
        unseen: approvedBy === null ? {} : { approvedBy },
      });
    }),
  );
}
