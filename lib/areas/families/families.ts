import {
  type Family,
  type FamilyMember,
  type FamilyRole,
  WALLET_STATUS,
  type WalletType,
} from "@/lib/ledger/rules/types";
import { maskCode, maskName } from "@/lib/platform/mask";
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
import { agree } from "@/lib/portal/acts/second-person";
import { lockWallets, requireNoFamily, requireOpen } from "@/lib/portal/acts/wallet-record";
import { eraseCustomer } from "@/lib/wallet/erase";
import { readWallet, type Wallet } from "@/lib/wallet/read";
import type { ShownFamily, ShownMember } from "./schemas";

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
  return administerWallet(context, actor, "wallet.join_family", async (act) => {
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
  });
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

interface SetAllowanceInput {
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
  return administerWallet(context, actor, "wallet.set_allowance", async (act) => {
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
  });
}

/**
 * Takes a child out of its family. The points stay where they are: what it earned into a pool is the pool's. Its entries there are given
 * back and undone there.
 * @throws AdminError forbidden, not_found, not_in_family
 */
export function leaveFamily(
  context: WalletAdminContext,
  actor: AdminActor,
  { walletCode }: { walletCode: string },
): Promise<AdministeredWallet> {
  return administerWallet(context, actor, "wallet.leave_family", async (act) => {
    const [child] = await lockWallets(act, [walletCode]);
    if (child.family?.parent == null) throw new AdminError("not_in_family");
    return changeWallet(act, child, {
      wallet: { parentWalletId: null, familyRole: null, poolWalletId: null, childAllowance: null },
    });
  });
}

interface SetWalletTypeInput {
  walletCode: string;
  /** The version that was read. */
  version: number;
  /** Null: an ordinary one. */
  walletType: WalletType | null;
}

/**
 * Says what kind of wallet it is. A test wallet, which counts in no report, is one from before its first transaction, or never.
 * @throws AdminError forbidden, not_found, conflict, wallet_status, in_family, invalid
 */
export function setWalletType(
  context: WalletAdminContext,
  actor: AdminActor,
  { walletCode, version, walletType }: SetWalletTypeInput,
): Promise<AdministeredWallet> {
  return administerWallet(context, actor, "wallet.set_type", async (act) => {
    const [wallet] = await lockWallets(act, [walletCode]);
    requireVersion("wallet", wallet.version, version);
    requireOpen(wallet);
    if ((wallet.walletType === "test") !== (walletType === "test")) {
      // Reports add up entry by entry, and the points of a family together.
      if (wallet.lastSeq > 0) throw new AdminError("invalid", { field: "walletType" });
      requireNoFamily(wallet);
    }
    return changeWallet(act, wallet, { wallet: { walletType } });
  });
}

interface EraseWalletInput {
  walletCode: string;
  /** The version that was read. */
  version: number;
  /** Why; kept in the audit log. */
  reason: string;
}

/**
 * Erases what is known of the customer of a closed wallet, wherever it is kept (docs/privacy.md). The wallet's code and its log stay; of the
 * number a keyed hash does, so that no file brings the customer back. The audit row says that it was done, and nothing of what was erased.
 * @throws AdminError forbidden, not_found, conflict, wallet_status
 */
export function eraseWallet(
  context: WalletAdminContext,
  actor: AdminActor,
  { walletCode, version, reason }: EraseWalletInput,
): Promise<AdministeredWallet> {
  return administerWallet(context, actor, "wallet.erase", async (act) => {
    const { tx, now, record } = act;
    const [wallet] = await lockWallets(act, [walletCode]);
    requireVersion("wallet", wallet.version, version);
    const { statusId } = wallet;
    if (statusId !== WALLET_STATUS.closed) throw new AdminError("wallet_status", { statusId });
    if (wallet.isErased) return wallet;
    for (const subjectId of await eraseCustomer(tx, wallet.id, now))
      await record({
        ...{ subject: "wallet", subjectId, merchantId: actor.merchantId },
        before: { isErased: false },
        after: { isErased: true, reason },
      });
    const after = await readWallet(tx, { id: wallet.id }, act);
    if (after === null) throw new AdminError("not_found", { subject: "wallet" });
    return after;
  });
}

/** A family as pages show it: the others by what is needed to recognise them. */
export function shownFamily(family: Family | null): ShownFamily | null {
  if (family === null) return null;
  const { role, parent, children, allowance } = family;
  return { role, parent: parent && memberOf(parent), children: children.map(memberOf), allowance };
}

function memberOf({ id, walletCode, name, role, statusId }: FamilyMember): ShownMember {
  return { id, code: maskCode(walletCode), name: name && maskName(name), role, statusId };
}

/** The wallets of the family's others: whoever sees the family may open them. */
export function membersOf(family: Family | null): number[] {
  if (family === null) return [];
  const { parent, children } = family;
  return [...(parent === null ? [] : [parent.id]), ...children.map(({ id }) => id)];
}
