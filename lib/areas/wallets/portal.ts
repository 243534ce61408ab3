import { hash } from "node:crypto";
import type { z } from "zod";
import { readWaitingOf } from "@/lib/areas/adjustments/portal";
import type { PortalActor } from "@/lib/areas/portal-actor";
import { readConsentText } from "@/lib/areas/programme/consent";
import type { Role } from "@/lib/areas/roles";
import {
  type EnrolWords,
  type LookupAnswer,
  RECEIPT_PREFIX,
  type TillWallet,
  type WalletAlert,
  type WalletCandidate,
} from "@/lib/areas/till/schemas";
import { usablePoints, valueOfPoints, worthOfPoints } from "@/lib/ledger/conversion";
import { DomainError } from "@/lib/ledger/errors";
import { readEntry } from "@/lib/ledger/history";
import { WRONG_IN_ROW_MAX } from "@/lib/ledger/rules/pin";
import {
  type SegmentVersion,
  WALLET_STATUS,
  type WalletStanding,
  type WalletStatusId,
} from "@/lib/ledger/types";
import { findWalletsByMsisdn, readWallet, type Wallet } from "@/lib/ledger/wallets";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import { maskCode, maskMsisdn, maskName } from "@/lib/platform/mask";
import { inUnits } from "@/lib/platform/money";
import { normalizeMsisdn } from "@/lib/platform/msisdn";
import { adminActor, adminContext, thisMoment } from "@/lib/portal/administration";
import { PortalRefusal } from "@/lib/portal/refusal";
import { requireBranch } from "@/lib/portal/require";
import { enrolCustomer } from "./enrol-customer";
import type { enrolAtTillSchema } from "./schemas";
import { seesAll, shownProfile } from "./shown-profile";

/** A wallet by its id, as it stands. Throws PortalRefusal `not_found`. */
export async function presentWallet(actor: PortalActor, walletId: number): Promise<TillWallet> {
  const wallet = await readWallet(portalPool(), { id: walletId }, thisMoment());
  if (wallet === null) throw new PortalRefusal("not_found");
  return withNextSegment(actor, wallet);
}

/**
 * What somebody scanned or typed means: a wallet's code, a mobile number of one or several wallets, or the code on a
 * receipt. Throws DomainError 1201 when it means nothing.
 */
export async function lookUp(actor: PortalActor, text: string): Promise<LookupAnswer> {
  if (text.startsWith(RECEIPT_PREFIX)) return lookUpReceipt(actor, text.slice(RECEIPT_PREFIX.length));
  const at = thisMoment();
  const byCode = await readWallet(portalPool(), { walletCode: text }, at);
  if (byCode !== null) return { kind: "wallet", wallet: await withNextSegment(actor, byCode) };
  const msisdn = normalizeMsisdn(text);
  const found = msisdn === null ? [] : await findWalletsByMsisdn(portalPool(), msisdn, at);
  const [first] = found;
  if (first === undefined) throw new DomainError(1201);
  // A wallet that was merged away answers for its number only when it is the only one that does.
  const open = found.filter(({ statusId }) => statusId !== WALLET_STATUS.merged);
  const [only = first, ...others] = open;
  if (others.length === 0) return { kind: "wallet", wallet: await withNextSegment(actor, only) };
  return { kind: "candidates", candidates: open.map(candidateOf) };
}

async function lookUpReceipt(actor: PortalActor, number: string): Promise<LookupAnswer> {
  const entryId = /^\d{1,15}$/.test(number) ? Number(number) : Number.NaN;
  const found = await readEntry(portalPool(), { entryId, merchantId: actor.merchantId ?? undefined });
  if (found === null) throw new DomainError(1401);
  return { kind: "entry", entryId, wallet: await presentWallet(actor, found.entry.entry.walletId) };
}

/** The words that customers agree to at present. */
export async function readEnrolWords(): Promise<EnrolWords> {
  const { version, en, ar } = await readConsentText({ database: prisma() });
  return { consent: { version, en, ar } };
}

/**
 * Opens a wallet for a customer at the actor's branch; the same reference again answers with the same wallet. Throws
 * PortalRefusal `forbidden` for a foreign branch; AdminError and DomainError as `enrolCustomer` does.
 */
export async function enrolAtTill(
  call: { actor: PortalActor; address: string; requestId: string },
  { branchId, reference, hasConsented: _said, name, birthDate, ...input }: z.output<typeof enrolAtTillSchema>,
): Promise<TillWallet> {
  const { actor } = call;
  await requireBranch(actor, branchId);
  const content = JSON.stringify([input.contactMsisdn, input.consent, name ?? null, birthDate ?? null]);
  const { wallet } = await enrolCustomer(adminContext(), adminActor(call), {
    ...input,
    via: "till",
    name: name ?? undefined,
    birthDate: birthDate ?? undefined,
    reference: { key: reference, requestHash: hash("sha256", content, "base64") },
  });
  return withNextSegment(actor, wallet);
}

function candidateOf(wallet: Wallet): WalletCandidate {
  const { segment, profile } = wallet;
  return {
    walletId: wallet.id,
    name: profile.name && maskName(profile.name),
    codeHint: maskCode(wallet.walletCode),
    mobile: maskMsisdn(wallet.contactMsisdn),
    statusId: wallet.statusId,
    segment: { nameEn: segment.nameEn, nameAr: segment.nameAr, color: segment.color },
    balance: wallet.balance,
  };
}

async function withNextSegment(actor: PortalActor, wallet: Wallet): Promise<TillWallet> {
  const [nextSegment, waitingAdjustments] = await Promise.all([
    readNextSegment(wallet),
    readWaitingOf(actor, { id: wallet.id }),
  ]);
  return tillWallet(actor, { wallet, createdAt: wallet.createdAt, nextSegment, waitingAdjustments });
}

/** A wallet as the till shows it. */
export function tillWallet(
  { role }: PortalActor,
  {
    wallet,
    createdAt,
    nextSegment,
    waitingAdjustments,
  }: { wallet: WalletStanding; createdAt: Date; nextSegment: NextSegment | null } & Pick<
    TillWallet,
    "waitingAdjustments"
  >,
): TillWallet {
  const { pin, segment } = wallet;
  const usable = usablePoints(wallet);
  return {
    id: wallet.id,
    walletCode: wallet.walletCode,
    statusId: wallet.statusId,
    alerts: alertsOf(wallet),
    isOptedIn: wallet.isOptedIn,
    redemptionEnabled: wallet.redemptionEnabled,
    pin: {
      state: pin.kind,
      lockedUntil: pin.kind === "locked" ? (pin.until?.toISOString() ?? null) : null,
      attemptsLeft: pin.kind === "set" ? WRONG_IN_ROW_MAX - pin.failedInRow : null,
    },
    profile: profileOf(wallet, role),
    balance: wallet.balance,
    balanceValue: Number(worthOfPoints(Math.max(0, wallet.balance), segment.redeemFactor)),
    accumulated: wallet.accumulated,
    redeemed: wallet.redeemed,
    suspended: wallet.suspended,
    usable: {
      points: usable.points,
      value: Number(usable.value),
      maxValue: inUnits(valueOfPoints(usable.points, segment.redeemFactor)),
    },
    segment: {
      id: segment.segmentId,
      nameEn: segment.nameEn,
      nameAr: segment.nameAr,
      color: segment.color,
      rewardFactor: segment.rewardFactor,
      redeemFactor: segment.redeemFactor,
      redeemThreshold: segment.redeemThreshold,
    },
    nextSegment: nextSegment && {
      nameEn: nextSegment.nameEn,
      nameAr: nextSegment.nameAr,
      missingPoints: nextSegment.value - wallet.accumulated,
    },
    lots: wallet.lots,
    mergedIntoWalletId: wallet.mergedIntoWalletId,
    waitingAdjustments,
    createdAt: createdAt.toISOString(),
  };
}

const STATUS_ALERTS: Record<WalletStatusId, WalletAlert[]> = {
  1: [],
  2: ["pending"],
  3: ["suspended"],
  4: ["blocked"],
  5: ["closed"],
  6: ["merged"],
};

function alertsOf(wallet: WalletStanding): WalletAlert[] {
  const alerts = [...STATUS_ALERTS[wallet.statusId]];
  if (!wallet.isOptedIn) alerts.push("not_opted_in");
  if (!wallet.redemptionEnabled) alerts.push("redemption_off");
  if (wallet.pin.kind === "locked") alerts.push("pin_locked");
  if (wallet.balance < 0) alerts.push("below_zero");
  else if (wallet.balance < wallet.segment.redeemThreshold) alerts.push("below_threshold");
  return alerts;
}

/** At the till a customer is recognised; who they are in full is for those who look after the programme. */
function profileOf(wallet: WalletStanding, role: Role): TillWallet["profile"] {
  const { shown, masked } = shownProfile(wallet, role);
  return { ...shown, ...(!seesAll(role) && { nationalId: null }), isMasked: masked.length > 0 };
}

type NextSegment = Pick<SegmentVersion, "nameEn" | "nameAr" | "value">;

async function readNextSegment({ accumulated, segment }: Wallet): Promise<NextSegment | null> {
  const next = await prisma().segmentVersion.findFirst({
    where: { isCurrent: true, value: { gt: Math.max(accumulated, segment.value) } },
    orderBy: { value: "asc" },
    select: { nameEn: true, nameAr: true, value: true },
  });
  return next && { ...next, value: Number(next.value) };
}
