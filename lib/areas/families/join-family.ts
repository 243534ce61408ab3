import type { FamilyRole } from "@/lib/ledger/core/types";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { requireVersion } from "@/lib/portal/acts/administer";
import {
  type AdministeredWallet,
  administerWallet,
  type WalletAct,
} from "@/lib/portal/acts/administer-wallet";
import { changeWallet } from "@/lib/portal/acts/change-wallet";
import type { WalletAdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { agree, withSecondPerson } from "@/lib/portal/acts/second-person";
import { lockWallets, requireOpen } from "@/lib/portal/acts/wallet-record";
import type { Wallet } from "@/lib/wallet/read";

export interface JoinFamilyInput {
  /** The child. */
  walletCode: string;
  /** Its version that was read. */
  version: number;
  parentWalletCode: string;
  role: FamilyRole;
  /** Points that a pooled child may spend in a calendar month; null: any number. */
  allowance: number | null;
  /** Why; kept in the audit log. */
  reason: string;
}

/**
 * Makes a wallet the child of another one (rules.md §20). No points move: a pooled child keeps what is in its own log there. A second
 * person approves, wherever there is one; a merchant's people join customers that the merchant knows.
 * @throws AdminError second_person, forbidden, not_found, conflict, wallet_status, family, invalid
 */
export function joinFamily(
  context: WalletAdminContext,
  actor: AdminActor,
  { walletCode, version, parentWalletCode, role, allowance, reason }: JoinFamilyInput,
): Promise<AdministeredWallet> {
  return withSecondPerson(context, actor, "wallet.join_family", () =>
    administerWallet(context, actor, "wallet.join_family", async (act) => {
      if (walletCode === parentWalletCode) throw new AdminError("family", { reason: "itself" });
      if (allowance !== null && role !== "pooled") throw new AdminError("invalid", { field: "allowance" });
      const [child, parent] = await lockWallets(act, [walletCode, parentWalletCode]);
      requireVersion("wallet", child.version, version);
      requireOpen(child);
      requireOpen(parent);
      await requireRoom(act, child, parent);
      const approvedBy = await agree(act, {
        kind: "family",
        points: Number.POSITIVE_INFINITY,
        merchantId: actor.merchantId,
        walletId: child.id,
        content: [parentWalletCode, role, allowance],
        summary: {
          parentWalletCode,
          familyRole: role,
          allowance: allowance === null ? null : String(allowance),
        },
        reason,
      });
      return changeWallet(act, child, {
        wallet: {
          parentWalletId: BigInt(parent.id),
          familyRole: role,
          poolWalletId: role === "own" ? null : BigInt(parent.id),
          childAllowance: allowance === null ? null : BigInt(allowance),
        },
        unseen: { reason, approvedBy },
      });
    }),
  );
}

/** One level, one parent, and as many children as the programme's setting. @throws AdminError family */
async function requireRoom({ tx }: WalletAct, child: Wallet, parent: Wallet): Promise<void> {
  if (child.family?.parent != null) throw new AdminError("family", { reason: "two_parents" });
  if (child.family !== null) throw new AdminError("family", { reason: "has_children" });
  if ((child.walletType === "test") !== (parent.walletType === "test"))
    throw new AdminError("family", { reason: "test" });
  if (parent.family?.parent != null) throw new AdminError("family", { reason: "parent_is_child" });
  const { childrenMax } = await tx.programme.findUniqueOrThrow({
    where: { id: 1 },
    select: { childrenMax: true },
  });
  if ((parent.family?.children.length ?? 0) >= childrenMax)
    throw new AdminError("family", { reason: "too_many" });
}
