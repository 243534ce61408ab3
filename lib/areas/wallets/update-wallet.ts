import { findSegment } from "@/lib/areas/programme/segments";
import { DomainError } from "@/lib/ledger/rules/errors";
import { WALLET_STATUS, type WalletStatusId } from "@/lib/ledger/rules/types";
import { maskMsisdn } from "@/lib/platform/mask";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import { requireVersion } from "@/lib/portal/acts/administer";
import {
  type AdministeredWallet,
  administerWallet,
  type WalletAct,
} from "@/lib/portal/acts/administer-wallet";
import { changeWallet } from "@/lib/portal/acts/change-wallet";
import { type ConsentGiven, recordConsent } from "@/lib/portal/acts/consent";
import type { WalletAdminContext } from "@/lib/portal/acts/context";
import { defined } from "@/lib/portal/acts/defined";
import { AdminError } from "@/lib/portal/acts/errors";
import { lockMsisdn } from "@/lib/portal/acts/lock-msisdns";
import { agree } from "@/lib/portal/acts/second-person";
import { lockWallets, requireNoFamily, requireOpen } from "@/lib/portal/acts/wallet-record";
import { hasWithdrawn } from "@/lib/wallet/erase";
import type { Wallet } from "@/lib/wallet/read";
import { profileData, requireMobile, type WalletProfileInput } from "./enrol-wallet";

/** Absent fields stay as they are. */
export interface UpdateWalletInput extends WalletProfileInput {
  walletCode: string;
  /** The version that was read. */
  version: number;
  /** E.164. */
  contactMsisdn?: string | undefined;
  /** Whether the customer takes part; recorded as their consent when they join. */
  isOptedIn?: boolean | undefined;
  /** When they join: which words they agreed to, in which language; they must be the present ones. */
  consent?: ConsentGiven | undefined;
  redemptionEnabled?: boolean | undefined;
}

/**
 * Changes whose wallet it is, how they are reached, and whether they take part and may redeem.
 * Another mobile number is approved by a second person (rules.md §16).
 * @throws AdminError second_person, forbidden, not_found, conflict, wallet_status, invalid; DomainError 1208
 */
export function updateWallet(
  context: WalletAdminContext,
  actor: AdminActor,
  {
    walletCode,
    version,
    contactMsisdn,
    isOptedIn,
    consent,
    redemptionEnabled,
    ...profile
  }: UpdateWalletInput,
): Promise<AdministeredWallet> {
  return administerWallet(context, actor, "wallet.update", async (act) => {
    const [wallet] = await lockWallets(act, [walletCode]);
    requireVersion("wallet", wallet.version, version);
    requireOpen(wallet);
    const approval = await requireNewNumber(act, wallet, contactMsisdn ?? wallet.contactMsisdn);
    if (contactMsisdn !== undefined) await lockMsisdn(act.tx, contactMsisdn);
    const joins = isOptedIn === true && !wallet.isOptedIn;
    const leaves = isOptedIn === false && wallet.isOptedIn;
    const known = profileData(profile, act.now, wallet.profile);
    // Nothing new is kept of a customer who has withdrawn their consent.
    if (Object.keys(known).length > 0 && !joins && (await hasWithdrawn(act.tx, wallet.id)))
      throw new DomainError(1208);
    if (joins || leaves) await recordConsent(act, BigInt(wallet.id), { isGiven: joins, consent });
    return changeWallet(act, wallet, {
      wallet: {
        ...defined({ contactMsisdn, isOptedIn, redemptionEnabled }),
        ...(joins && { optedInAt: act.now }),
      },
      profile: {
        ...known,
        ...(joins && { consentAt: act.now, consentBy: actor.userId, withdrawnAt: null }),
        ...(leaves && { withdrawnAt: act.now }),
      },
      unseen: approval,
    });
  });
}

/**
 * The holder of the number has the customer's points: a second person approves another number (rules.md §16). Nothing for the number that
 * it has.
 */
async function requireNewNumber(
  act: WalletAct,
  { id, contactMsisdn }: Wallet,
  next: string,
): Promise<{ approvedBy?: number | null }> {
  const isNew = next !== contactMsisdn;
  if (isNew) requireMobile(next);
  const approvedBy = await agree(act, {
    kind: "mobile",
    points: isNew ? Number.POSITIVE_INFINITY : 0,
    merchantId: act.actor.merchantId,
    walletId: id,
    content: [next],
    summary: { from: maskMsisdn(contactMsisdn), to: maskMsisdn(next) },
  });
  return isNew ? { approvedBy } : {};
}

export interface SetWalletStatusInput {
  walletCode: string;
  /** The version that was read. */
  version: number;
  statusId: WalletStatusId;
  /** Why; kept in the audit log. */
  reason: string;
}

/**
 * Activates, suspends, blocks, closes or reopens a wallet, in order with the movements of its points. Only an empty wallet
 * can be closed; one below zero is empty.
 * @throws AdminError forbidden, not_found, conflict, wallet_status, wallet_not_empty, in_family
 */
export function setWalletStatus(
  context: WalletAdminContext,
  actor: AdminActor,
  { walletCode, version, statusId, reason }: SetWalletStatusInput,
): Promise<AdministeredWallet> {
  return administerWallet(context, actor, "wallet.set_status", async (act) => {
    const [wallet] = await lockWallets(act, [walletCode]);
    requireVersion("wallet", wallet.version, version);
    if (wallet.statusId === statusId) return wallet;
    if (wallet.isErased || !statusesAfter(wallet.statusId).includes(statusId)) {
      throw new AdminError("wallet_status", { statusId: wallet.statusId });
    }
    if (wallet.statusId === WALLET_STATUS.closed) requirePermission(actor, "wallet.reopen");
    const points = Math.max(0, wallet.balance) + wallet.suspended;
    if (statusId === WALLET_STATUS.closed && points > 0) throw new AdminError("wallet_not_empty", { points });
    if (statusId === WALLET_STATUS.closed) requireNoFamily(wallet);
    return changeWallet(act, wallet, { wallet: { statusId }, unseen: { reason } });
  });
}

const { active, pending, suspended, blocked, closed, merged } = WALLET_STATUS;

/**
 * Where an administrator may move a wallet from each status. A wallet becomes merged by a merge only, and stays so; a
 * closed one is opened again only to mend a mistake, by those who may (permission "wallet.reopen").
 */
const MOVES: Readonly<Record<WalletStatusId, readonly WalletStatusId[]>> = {
  [active]: [suspended, blocked, closed],
  [pending]: [active, suspended, blocked, closed],
  [suspended]: [active, blocked, closed],
  [blocked]: [active, suspended, closed],
  [closed]: [active],
  [merged]: [],
};

/** The statuses that a wallet may be moved to. */
export function statusesAfter(present: WalletStatusId): readonly WalletStatusId[] {
  return MOVES[present];
}

export interface SetWalletSegmentInput {
  walletCode: string;
  /** The version that was read. */
  version: number;
  segmentId: number;
  /** Why; kept in the audit log. */
  reason: string;
}

/**
 * Moves a wallet to another segment, up or down. Its next movement is at that segment's rates. The wallet stays there until its lifetime
 * points pass the value of another segment that they had not reached by now. A higher one counts with the wallet's balance among what one
 * person gives alone in 24 hours (rules.md §24).
 * @throws AdminError second_person, forbidden, not_found, conflict, wallet_status, invalid
 */
export function setWalletSegment(
  context: WalletAdminContext,
  actor: AdminActor,
  { walletCode, version, segmentId, reason }: SetWalletSegmentInput,
): Promise<AdministeredWallet> {
  return administerWallet(context, actor, "wallet.set_segment", async (act) => {
    const [wallet] = await lockWallets(act, [walletCode]);
    requireVersion("wallet", wallet.version, version);
    requireOpen(wallet);
    if (wallet.segment.segmentId === segmentId) return wallet;
    const segment = await findSegment(act.tx, segmentId);
    if (segment === null) throw new AdminError("invalid", { field: "segmentId" });
    const approvedBy = await agree(act, {
      kind: "segment",
      alone: { kind: "segment", reference: `${wallet.id}-${wallet.version}` },
      merchantId: actor.merchantId,
      walletId: wallet.id,
      points: segment.value > wallet.segment.value ? Math.max(0, wallet.balance) : 0,
      content: [segmentId],
      summary: { tierEn: segment.nameEn, tierAr: segment.nameAr },
      reason,
    });
    const chosen = { segmentId, segmentChosenAtPoints: wallet.accumulated };
    const unseen = approvedBy === null ? { reason } : { reason, approvedBy };
    return changeWallet(act, wallet, { wallet: chosen, unseen });
  });
}
