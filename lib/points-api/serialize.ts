import { isPooled, usablePoints } from "@/lib/ledger/rules/conversion";
import {
  type Entry,
  type FamilyMember,
  LOG_TYPE,
  type LogTypeId,
  type SegmentVersion,
  type WalletView,
} from "@/lib/ledger/rules/types";
import type { GivenPart } from "@/lib/ledger/with/promotions/words";
import { type Bilingual, inLanguage, type Language } from "@/lib/platform/language";
import { maskMsisdn, maskName } from "@/lib/platform/mask";
import { roundedUnits } from "@/lib/platform/money";
import { formatMsisdn } from "@/lib/platform/msisdn";
import {
  formatLocalDate,
  formatLocalDateTime,
  formatLocalMinute,
  formatOffsetDateTime,
} from "@/lib/platform/time";
import type { WireContext } from "./message";
import type { PartBody, PointsLogBody, SegmentBody, WalletBody } from "./objects";

/** Where a date is due and there is none: `optedInDate` is a date-time and not nullable (interface.md §2.2). */
const NEVER = "0001-01-01T00:00:00";

/** Comments of entries whose caller sent none. */
const DEFAULT_COMMENTS: Record<LogTypeId, Bilingual> = {
  [LOG_TYPE.redemption]: { en: "Points redeemed", ar: "استبدال نقاط" },
  [LOG_TYPE.reward]: { en: "Points earned", ar: "اكتساب نقاط" },
  [LOG_TYPE.refund]: { en: "Points refunded", ar: "استرداد نقاط" },
  [LOG_TYPE.cancellation]: { en: "Transaction cancelled", ar: "إلغاء عملية" },
  [LOG_TYPE.expiry]: { en: "Points expired", ar: "انتهاء صلاحية نقاط" },
  [LOG_TYPE.adjustmentUp]: { en: "Points added by adjustment", ar: "تسوية بإضافة نقاط" },
  [LOG_TYPE.adjustmentDown]: { en: "Points removed by adjustment", ar: "تسوية بخصم نقاط" },
  [LOG_TYPE.transferOut]: { en: "Points transferred out", ar: "تحويل نقاط صادر" },
  [LOG_TYPE.transferIn]: { en: "Points transferred in", ar: "تحويل نقاط وارد" },
  [LOG_TYPE.rewardReturn]: { en: "Goods returned", ar: "مرتجع بضاعة" },
  [LOG_TYPE.release]: { en: "Suspended points released", ar: "الإفراج عن نقاط معلّقة" },
  [LOG_TYPE.hold]: { en: "Points held", ar: "حجز نقاط" },
};

/** A segment on the wire (interface.md §2.3). */
export function serializeSegment(segment: SegmentVersion, language: Language): SegmentBody {
  return {
    id: segment.segmentId,
    name: inLanguage({ en: segment.nameEn, ar: segment.nameAr }, language),
    rewValueFactor: Number(segment.rewardFactor),
    redValueFactor: Number(segment.redeemFactor),
    redThreshold: segment.redeemThreshold,
    value: segment.value,
    bonusPoints: segment.bonusPoints,
    offerNumber: segment.offerNumber,
    ratePlan: segment.ratePlan,
    color: segment.color,
    segmentColorId: segment.segmentColorId,
  };
}

/** A wallet on the wire (interface.md §2.2). `nid` leaves only when the context says so. */
export function serializeWallet(wallet: WalletView, context: WireContext): WalletBody {
  const usable = usablePoints(wallet);
  const { profile, family } = wallet;
  const parent = family?.parent ?? null;
  const children = family?.children ?? [];
  return {
    id: wallet.id,
    name: profile.name,
    walletCode: wallet.walletCode,
    email: profile.email,
    address: profile.address,
    gender: profile.gender,
    totalPoints: wallet.balance,
    accumulatedPoints: wallet.accumulated,
    redPoints: wallet.redeemed,
    isOptedIn: wallet.isOptedIn,
    optedInDate: wallet.optedInAt === null ? NEVER : formatLocalDateTime(wallet.optedInAt, context.zone),
    parentWalletId: parent?.id ?? null,
    addOnWalletId: family?.role === "card" ? (parent?.id ?? null) : null,
    billRewardPoints: usable.points,
    billRewardValue: Number(usable.value),
    referralMasterMSISDN: profile.referralMsisdn && formatMsisdn(profile.referralMsisdn),
    birthDate: profile.birthDate,
    nid: context.exposeNid ? profile.nid : null,
    contactMsisdn: context.masksNumber
      ? maskMsisdn(wallet.contactMsisdn)
      : formatMsisdn(wallet.contactMsisdn),
    walletStatusId: wallet.statusId,
    segment: serializeSegment(wallet.segment, context.language),
    childrenWallets: children.length === 0 ? null : children.map(childOf),
    parentWallet: parent && memberOf(parent),
    isParent: children.length > 0,
    parentWalletCode: parent?.walletCode ?? null,
    walletType: wallet.walletType,
    isAdded: family?.role === "card",
    isDeleted: wallet.isErased,
    redemptionActivationFlag:
      wallet.redemptionEnabled && (!isPooled(family) || parent?.redemptionEnabled === true),
    suspendedPoints: wallet.suspended,
    ...(wallet.mergedIntoWalletCode != null && { mergedIntoWalletCode: wallet.mergedIntoWalletCode }),
  };
}

/** Another member of the family: enough to recognise them. */
function memberOf({ id, walletCode, name }: FamilyMember): NonNullable<WalletBody["parentWallet"]> {
  return { id, walletCode, name: name && maskName(name) };
}

function childOf(child: FamilyMember): NonNullable<WalletBody["childrenWallets"]>[number] {
  return { ...memberOf(child), isAdded: child.role === "card", walletStatusId: child.statusId };
}

/**
 * A points log entry on the wire (interface.md §2.4).
 *
 * @param isExpired true for a reward all of whose points have lapsed; never so when the entry has just been written
 * @param repeatedAt the moment of a retry that is answered with it
 */
export function serializeEntry(
  entry: Entry,
  context: WireContext,
  { isExpired = false, repeatedAt }: { isExpired?: boolean | undefined; repeatedAt?: Date | undefined } = {},
): PointsLogBody {
  const comment = entry.comment ?? inLanguage(DEFAULT_COMMENTS[entry.logTypeId], context.language);
  return {
    id: entry.id,
    walletId: entry.walletId,
    actorWalletId: entry.actorWalletId ?? entry.walletId,
    channelId: entry.channelId,
    logTypeId: entry.logTypeId,
    comments: [saidOfDay(entry, context, repeatedAt), comment].filter((text) => text !== null).join(" · "),
    merchantMSISDN: entry.branchMsisdn === null ? "" : formatMsisdn(entry.branchMsisdn),
    amount: entry.amount,
    amountValue: roundedUnits(entry.amountValue),
    balanceAfter: entry.balanceAfter,
    isExpired,
    createdDate: formatOffsetDateTime(entry.createdAt, context.zone),
    invoiceDate: entry.invoiceDate === null ? null : formatOffsetDateTime(entry.invoiceDate, context.zone),
    invoiceNumber: entry.invoiceNumber,
    skuPointsId: entry.skuRuleId === null ? entry.skuId : String(entry.skuRuleId),
    refundedLogId: entry.logTypeId === LOG_TYPE.refund ? entry.relatedEntryId : null,
    userId: entry.userId,
    externalLogId: entry.externalLogId,
  };
}

/** Tells a retry on another day that nothing was given now (rules.md §5). A till whose numbers begin again each day sends such ones. */
function saidOfDay(entry: Entry, context: WireContext, repeatedAt?: Date): string | null {
  if (repeatedAt === undefined || !isOfAnotherDay(entry, context, repeatedAt)) return null;
  const { zone, language } = context;
  const at = formatLocalMinute(entry.createdAt, zone);
  return language === "en"
    ? `Nothing moved now: this reference was carried out on ${at}`
    : `لم يتحرك شيء الآن: نُفّذ هذا الرقم المرجعي في ${at}`;
}

/** Whether an entry was written on another day of the programme's zone than the moment's. */
export function isOfAnotherDay({ createdAt }: Entry, { zone }: WireContext, moment: Date): boolean {
  return formatLocalDate(createdAt, zone) !== formatLocalDate(moment, zone);
}

/** Parts of an entry's points (rules.md §21). */
export function serializeParts(parts: readonly GivenPart[], { language }: WireContext): PartBody[] {
  return parts.map(({ kind, points, promotion }) => ({
    kind,
    offerNumber: promotion?.number ?? 0,
    name: promotion === null ? "" : inLanguage({ en: promotion.nameEn, ar: promotion.nameAr }, language),
    points,
  }));
}
