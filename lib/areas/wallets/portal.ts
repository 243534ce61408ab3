import { hash } from "node:crypto";
import type { z } from "zod";
import { readWaitingOf } from "@/lib/areas/adjustments/portal";
import { membersOf, shownFamily } from "@/lib/areas/families/families";
import type { Refusal } from "@/lib/ledger/rules/commands";
import { worthOfPoints } from "@/lib/ledger/rules/conversion";
import { DomainError } from "@/lib/ledger/rules/errors";
import { knownCustomers } from "@/lib/ledger/rules/known-customers";
import type { SegmentVersion, WalletStanding, WalletStatusId } from "@/lib/ledger/rules/types";
import { type Allowance, type AllowanceRules, allowanceOf } from "@/lib/ledger/run/allowance";
import { nextSegmentOf } from "@/lib/ledger/run/view";
import { WRONG_IN_ROW_MAX } from "@/lib/ledger/with/pin/rule";
import { readReferralOf } from "@/lib/ledger/with/referrals/facts";
import type { Programme } from "@/lib/platform/database/generated/client";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import { maskMsisdn, maskName } from "@/lib/platform/mask";
import { inUnits } from "@/lib/platform/money";
import { readConsentText } from "@/lib/portal/acts/consent";
import { AdminError } from "@/lib/portal/acts/errors";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import type { Role } from "@/lib/portal/acts/roles";
import { leadTo, noteFound, openWalletView, type ViewHow } from "@/lib/portal/acts/wallet-views";
import { adminActor, adminContext, thisMoment } from "@/lib/portal/administration";
import { refusalTexts } from "@/lib/portal/refusal";
import { requireBranch } from "@/lib/portal/require";
import { identifyWallet } from "@/lib/wallet/facts";
import { asPooled, readWallet, type Wallet } from "@/lib/wallet/read";
import { enrolCustomer } from "./enrol-customer";
import type { enrolAtTillSchema } from "./schemas";
import { seesAll, shownProfile } from "./shown-profile";
import type { EnrolWords, TillRefusal, TillWallet, WalletAlert } from "./shown-schemas";

/**
 * A wallet by its id, as it stands, for whoever was led to it or administers. Throws AdminError `not_found`; AdminError
 * too_many_views.
 */
export async function presentWallet(actor: PortalActor, walletId: number): Promise<TillWallet> {
  await requireOpened(actor, walletId, "opened");
  const wallet = await readWallet(portalPool(), { id: walletId }, thisMoment(actor));
  if (wallet === null) throw new AdminError("not_found");
  return presentFoundWallet(actor, wallet);
}

/** Counts and logs a look at a wallet. Throws AdminError `not_found` for whom nothing led to it; AdminError too_many_views. */
export async function requireOpened(actor: PortalActor, walletId: number, how: ViewHow): Promise<void> {
  if ((await identifyWallet(prisma(), walletId)) === null) throw new AdminError("not_found");
  if (!(await openWalletView(viewContext(), actor, { walletId, how }))) throw new AdminError("not_found");
}

/** Where looks at wallets are counted, at this moment. */
export function viewContext() {
  return { database: portalPool(), now: thisMoment().now };
}

/** The words that customers agree to at present. */
export async function readEnrolWords(): Promise<EnrolWords> {
  const { version, en, ar } = await readConsentText({ database: prisma() });
  return { consent: { version, en, ar } };
}

/**
 * Opens a wallet for a customer at the actor's branch; the same reference again answers with the same wallet. A number that has
 * an open wallet gets another one only when that is asked for. Throws AdminError `forbidden` for a foreign branch;
 * AdminError and DomainError as `enrolCustomer` does.
 */
export async function enrolAtTill(
  call: { actor: PortalActor; address: string; requestId: string },
  { branchId, reference, hasConsented: _said, name, birthDate, ...input }: z.output<typeof enrolAtTillSchema>,
): Promise<TillWallet> {
  const { actor } = call;
  await requireBranch(actor, branchId);
  const content = JSON.stringify([
    ...[input.contactMsisdn, input.consent, name ?? null, birthDate ?? null],
    ...(input.allowsSharedMobile ? ["shared"] : []),
    ...(input.referralMsisdn === undefined ? [] : [{ broughtBy: input.referralMsisdn }]),
  ]);
  const { wallet } = await enrolCustomer(adminContext(), adminActor(call), {
    ...input,
    via: "till",
    name: name ?? undefined,
    birthDate: birthDate ?? undefined,
    reference: { key: reference, requestHash: hash("sha256", content, "base64") },
  });
  await noteFound(viewContext(), actor, wallet.id);
  return presentFoundWallet(actor, wallet);
}

/** A wallet that was read, with what else is shown of it. */
export async function presentFoundWallet(actor: PortalActor, found: Wallet): Promise<TillWallet> {
  const wallet = asPooled(found);
  const { merchantId } = actor;
  const { mergedIntoWalletId } = wallet;
  const next = [...(mergedIntoWalletId === null ? [] : [mergedIntoWalletId]), ...membersOf(wallet.family)];
  const [known, nextSegment, waitingAdjustments, broughtBy, programme] = await Promise.all([
    knownCustomers(portalPool(), { merchantId, walletIds: [wallet.id] }),
    readNextSegment(wallet),
    readWaitingOf(actor, { id: wallet.id }),
    readBroughtBy(actor, wallet.id),
    prisma().programme.findFirstOrThrow({
      select: { pinPolicy: true, pinAboveValue: true, pointsPerEntryMax: true, balanceMax: true },
    }),
    // The page of a merged wallet leads to the one that it became, that of a family's to the others.
    next.length === 0 ? undefined : leadTo(viewContext(), actor, next),
  ]);
  const { createdAt } = wallet;
  const isKnown = known.has(wallet.id);
  const facts = { isKnown, createdAt, nextSegment, waitingAdjustments, broughtBy, programme };
  return tillWallet(actor, { wallet, ...facts });
}

/** The referrer of a wallet's customer, as the till names them: by name where they are known at the reader's merchant. */
export async function readBroughtBy(
  { merchantId }: PortalActor,
  walletId: number,
): Promise<TillWallet["broughtBy"]> {
  const referral = await readReferralOf(portalPool(), walletId);
  if (referral === null) return null;
  const { walletId: id, name, contactMsisdn } = referral.referrer;
  const known = await knownCustomers(portalPool(), { merchantId, walletIds: [id] });
  return {
    name: known.has(id) && name !== null ? maskName(name) : null,
    mobile: maskMsisdn(contactMsisdn),
    isOpen: referral.state === "open",
  };
}

/** A wallet as the till shows it. */
export function tillWallet(
  { role }: PortalActor,
  {
    wallet,
    isKnown,
    createdAt,
    nextSegment,
    waitingAdjustments,
    broughtBy,
    programme,
  }: {
    wallet: WalletStanding;
    /** Whether the actor's merchant knows the customer. */
    isKnown: boolean;
    createdAt: Date;
    nextSegment: NextSegment | null;
    programme: AllowanceRow;
  } & Pick<TillWallet, "waitingAdjustments" | "broughtBy">,
): TillWallet {
  const { pin, segment } = wallet;
  const { refusals, payable } = allowanceNow(programme, wallet);
  return {
    id: wallet.id,
    walletCode: wallet.walletCode,
    statusId: wallet.statusId,
    alerts: alertsOf(wallet),
    isOptedIn: wallet.isOptedIn,
    ...(!isKnown && { isStranger: true }),
    redemptionEnabled: wallet.redemptionEnabled,
    pin: {
      state: pin.kind,
      lockedUntil: pin.kind === "locked" ? (pin.until?.toISOString() ?? null) : null,
      attemptsLeft: pin.kind === "set" ? WRONG_IN_ROW_MAX - pin.failedInRow : null,
    },
    profile: profileOf(wallet, { role, isKnown }),
    balance: wallet.balance,
    balanceValue: Number(worthOfPoints(Math.max(0, wallet.balance), segment.redeemFactor)),
    accumulated: wallet.accumulated,
    redeemed: wallet.redeemed,
    suspended: wallet.suspended,
    refusals: { reward: inWords(refusals.reward), redeem: inWords(refusals.redeem) },
    usable: { points: payable.points, value: inUnits(payable.value), maxValue: inUnits(payable.value) },
    segment: {
      id: segment.segmentId,
      nameEn: segment.nameEn,
      nameAr: segment.nameAr,
      color: segment.color,
      rewardFactor: segment.rewardFactor,
      redeemFactor: segment.redeemFactor,
      redeemThreshold: segment.redeemThreshold,
      value: segment.value,
    },
    nextSegment: nextSegment && {
      nameEn: nextSegment.nameEn,
      nameAr: nextSegment.nameAr,
      missingPoints: nextSegment.value - wallet.accumulated,
    },
    lots: wallet.lots,
    pending: wallet.pending.map(({ ripensOn, points }) => ({ usableFrom: ripensOn, points })),
    held: wallet.held,
    mergedIntoWalletId: wallet.mergedIntoWalletId,
    family: shownFamily(wallet.family),
    walletType: wallet.walletType,
    broughtBy,
    waitingAdjustments,
    createdAt: createdAt.toISOString(),
  };
}

/** Settings of the programme that decide what a wallet allows. */
type AllowanceRow = Pick<Programme, "pinPolicy" | "pinAboveValue" | "pointsPerEntryMax" | "balanceMax">;

/** Operations that a wallet allows at this moment. */
export function allowanceNow(programme: AllowanceRow, wallet: WalletStanding): Allowance {
  const rules: AllowanceRules = {
    pinPolicy: programme.pinPolicy as AllowanceRules["pinPolicy"],
    pinAboveValue: programme.pinAboveValue,
    pointsPerEntryMax: Number(programme.pointsPerEntryMax),
    balanceMax: Number(programme.balanceMax),
  };
  return allowanceOf(rules, wallet, thisMoment().now);
}

function inWords(refusal: Refusal | null): TillRefusal | null {
  return refusal && presentRefusal(new DomainError(refusal.code, refusal.parameters));
}

/** A refusal of the ledger in the words of the interface. */
export function presentRefusal(error: DomainError): TillRefusal {
  return {
    code: String(error.code),
    message: refusalTexts(error),
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
function profileOf(wallet: WalletStanding, reader: { role: Role; isKnown: boolean }): TillWallet["profile"] {
  const { shown, masked } = shownProfile(wallet, reader);
  return {
    ...shown,
    ...(!seesAll(reader.role) && { nationalId: null }),
    isMasked: masked.length > 0,
    isNameHidden: masked.includes("name"),
  };
}

type NextSegment = Pick<SegmentVersion, "nameEn" | "nameAr" | "value">;

async function readNextSegment(wallet: Wallet): Promise<NextSegment | null> {
  const segments = await prisma().segmentVersion.findMany({
    where: { isCurrent: true },
    select: { nameEn: true, nameAr: true, value: true },
  });
  return nextSegmentOf(
    segments.map((segment) => ({ ...segment, value: Number(segment.value) })),
    wallet,
  );
}
