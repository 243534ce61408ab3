import { hash } from "node:crypto";
import { PROFILE_RECORD } from "@/lib/ledger/rules/profile";
import { type Database, readRows } from "@/lib/platform/rows";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import { noteWeighed } from "@/lib/portal/acts/administer";
import {
  type AdministeredWallet,
  administerWallet,
  administerWallets,
} from "@/lib/portal/acts/administer-wallet";
import { ENTRIES_BEFORE } from "@/lib/portal/acts/audit-log";
import { changeWallet } from "@/lib/portal/acts/change-wallet";
import { type ConsentGiven, type ConsentOnPaper, keepProof, recordConsent } from "@/lib/portal/acts/consent";
import type { AdminContext, WalletAdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { agree } from "@/lib/portal/acts/second-person";
import { requireOpen } from "@/lib/portal/acts/wallet-record";
import { changeCustomers, findNotJoined, lockNotJoined, type NotJoinedFilter } from "@/lib/wallet/join";
import { ownWalletCodes } from "@/lib/wallet/own";
import { lockWallets } from "@/lib/wallet/read";

/**
 * Makes a customer take part who stands at the till and agrees to the words. A wallet that takes part already stays as it is. A stranger to
 * the merchant becomes its customer by this (rules.md §16).
 * @throws AdminError forbidden, not_found, conflict (the words have changed), wallet_status
 */
export function joinAtTill(
  context: WalletAdminContext,
  actor: AdminActor,
  { walletCode, consent }: { walletCode: string; consent: ConsentGiven },
): Promise<AdministeredWallet> {
  return administerWallet(context, actor, "wallet.join", async (act) => {
    const [wallet] = await lockWallets(act.tx, [walletCode], act);
    if (wallet === null) throw new AdminError("not_found", { subject: "wallet" });
    requireOpen(wallet);
    if (wallet.isOptedIn) return wallet;
    // The limits of payments without a PIN bound what a customer who is not there would lose.
    noteWeighed(act);
    await recordConsent(act, BigInt(wallet.id), { isGiven: true, consent, via: "till" });
    return changeWallet(act, wallet, {
      wallet: { isOptedIn: true, optedInAt: act.now },
      profile: { consentAt: act.now, consentBy: actor.userId, withdrawnAt: null },
    });
  });
}

/** Customers whom one request makes take part. */
export const JOIN_MAX = 10_000;

/** Customers who have not joined, as far as the actor knows them, and the points that joining opens up. */
export interface NotJoined {
  customers: number;
  points: number;
}

/** Counts the customers whom {@link joinMany} would make take part. @throws AdminError forbidden */
export async function countNotJoined(
  { database }: AdminContext,
  actor: AdminActor,
  filter: NotJoinedFilter,
): Promise<NotJoined> {
  requirePermission(actor, "wallet.join_many");
  return findNotJoined(database, { ...filter, merchantId: actor.merchantId });
}

/**
 * Makes many customers take part who agreed on paper: those of the filter who have not joined and have not taken their consent back. Their
 * points count among what one person opens up alone in 24 hours (rules.md §24).
 * @throws AdminError second_person, forbidden, invalid, conflict (not as many, or not with as many points, as were counted)
 */
export function joinMany(
  context: WalletAdminContext,
  actor: AdminActor,
  { paper, counted, ...filter }: NotJoinedFilter & { paper: ConsentOnPaper; counted: NotJoined },
): Promise<number> {
  return administerWallets(context, actor, "wallet.join_many", async (act) => {
    const { tx, now } = act;
    const found = await lockNotJoined(tx, { ...filter, merchantId: actor.merchantId, limit: JOIN_MAX + 1 });
    if (found.length > JOIN_MAX) throw new AdminError("invalid", { field: "walletCodes" });
    const points = found.reduce((sum, wallet) => sum + wallet.points, 0);
    if (found.length !== counted.customers || points !== counted.points)
      throw new AdminError("conflict", { subject: "wallet", version: 0 });
    const content = [filter.ids ?? null, filter.statusId ?? null, filter.segmentId ?? null, paper, counted];
    const own = new Set(await ownWalletCodes(tx, actor.userId));
    const approvedBy = await agree(act, {
      kind: "join",
      alone: {
        kind: "join",
        reference: hash("sha256", JSON.stringify([content, found.map(({ id }) => id)])),
      },
      merchantId: actor.merchantId,
      points,
      isOwn: found.some(({ wallet_code }) => own.has(wallet_code)),
      content,
      summary: { count: String(found.length), agreedOn: paper.agreedOn, proof: paper.proof },
    });
    if (found.length === 0) return 0;
    const proofId = await keepProof(act, paper);
    await joinCustomers(tx, found, { now, actor, proofId, agreedOn: paper.agreedOn, approvedBy });
    return found.length;
  });
}

const JOIN = `
WITH asked AS (
  SELECT r.*, true AS joins, $3::int AS proof_id, ($6::date::timestamp AT TIME ZONE p.time_zone) AS consent_at
    FROM jsonb_to_recordset($1::jsonb) AS r (id bigint, wallet_code text, ${PROFILE_RECORD}) CROSS JOIN programme p WHERE p.id = 1),
${changeCustomers("desk")}
INSERT INTO audit_log (created_at, user_id, merchant_id, action, subject_type, subject_id, before, after, entries_before)
SELECT $2, $4, $5::int, 'wallet.join_many', 'wallet', a.wallet_code, '{"isOptedIn": false}',
       jsonb_build_object('isOptedIn', true, 'proofId', $3::int) || $7::jsonb, entries_before
  FROM ${ENTRIES_BEFORE}, asked a ORDER BY a.id`;

/** Makes locked customers take part, with their consents and the audit rows. `agreedOn`: ISO date. */
async function joinCustomers(
  database: Database,
  customers: readonly { id: number; wallet_code: string }[],
  {
    now,
    actor,
    proofId,
    agreedOn,
    approvedBy,
  }: {
    now: Date;
    actor: { userId: number; merchantId: number | null };
    proofId: number;
    agreedOn: string;
    approvedBy: number | null;
  },
): Promise<void> {
  const asked = customers.map(({ id, wallet_code }) => ({ id, wallet_code }));
  await readRows(database, JOIN, [
    ...[JSON.stringify(asked), now.toISOString(), proofId, actor.userId, actor.merchantId, agreedOn],
    JSON.stringify(approvedBy === null ? {} : { approvedBy }),
  ]);
}
