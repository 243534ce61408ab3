import { CHANNEL } from "@/lib/ledger/rules/types";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { normalizeMsisdn } from "@/lib/platform/msisdn";
import { formatLocalDate } from "@/lib/platform/time";
import { type DemoDeal, discountOf } from "./catalogue/deals";
import type { DemoBranch, DemoMerchant } from "./catalogue/merchants";
import type { DemoClient, DemoStaff } from "./catalogue/people";
import type { DemoSegment } from "./catalogue/programme";
import { DEMO_TIME_ZONE, daysBefore, weekdayBefore } from "./days";
import { SeededRandom } from "./random";
import type { DemoWallet } from "./wallets";

/** The catalogue as rows, but for the numbers that only the database gives. */

/** When the programme of the demo data began. */
export function programmeStart(now: Date): Date {
  return daysBefore(now, 1_030, 540);
}

export function merchantRow(
  merchant: DemoMerchant,
  imageHash: string,
  now: Date,
): Prisma.MerchantCreateManyInput {
  return {
    id: merchant.id,
    nameEn: merchant.name.en,
    nameAr: merchant.name.ar,
    imageHash,
    refundWindowDays: merchant.refundWindowDays,
    returnWindowDays: merchant.returnWindowDays,
    refundSameBranchOnly: merchant.refundSameBranchOnly,
    isActive: merchant.isActive,
    ...createdAt(programmeStart(now)),
  };
}

export function branchRow(branch: DemoBranch, merchantId: number, now: Date): Prisma.BranchCreateManyInput {
  return {
    merchantId,
    msisdn: e164(branch.msisdn),
    nameEn: branch.name.en,
    nameAr: branch.name.ar,
    addressEn: branch.address.en,
    addressAr: branch.address.ar,
    phone: branch.phone,
    latitude: branch.place?.[0] ?? null,
    longitude: branch.place?.[1] ?? null,
    isActive: branch.isActive,
    ...createdAt(programmeStart(now)),
  };
}

export function staffRow(staff: DemoStaff, now: Date): Prisma.UserCreateManyInput {
  return {
    kind: "portal",
    name: staff.name,
    email: `${staff.username}@points-club.example`,
    emailVerified: true,
    username: staff.username,
    displayUsername: staff.username,
    role: staff.role,
    merchantId: staff.merchantId,
    isActive: staff.isActive,
    locale: staff.locale,
    ...createdAt(daysBefore(now, 640, 600)),
  };
}

/** The user that stands for an API client in the log. */
export function technicalUserRow(client: DemoClient, index: number, now: Date): Prisma.UserCreateManyInput {
  return {
    kind: "technical",
    name: client.name,
    email: technicalEmail(index),
    merchantId: client.merchantId,
    ...createdAt(programmeStart(now)),
  };
}

export function technicalEmail(index: number): string {
  return `client-${index + 1}@technical.invalid`;
}

/** When a client was issued: one that is new, a moment ago. */
export function issuedAt({ issuedDaysAgo }: DemoClient, now: Date): Date {
  return issuedDaysAgo === 0 ? now : daysBefore(now, issuedDaysAgo, 700);
}

export function clientRow(
  client: DemoClient,
  { userId, sandboxId }: { userId: number; sandboxId: number },
  now: Date,
): Prisma.ApiClientCreateManyInput {
  return {
    sandboxId,
    merchantId: client.merchantId,
    userId,
    name: client.name,
    scopes: [...client.scopes],
    allBranches: client.branches === null,
    ratePerSecond: client.rate?.[0] ?? null,
    rateBurst: client.rate?.[1] ?? null,
    keyRequiredFor: [...client.keyRequiredFor],
    legacyHttp200: client.legacyHttp200,
    isStrict: client.isStrict,
    // Examples and load tests run without limits: its own, of which it has none.
    hasOwnLimits: true,
    expiresAt: client.isExpired ? daysBefore(now, 60, 0) : null,
    revokedAt: client.isRevoked ? daysBefore(now, 33, 760) : null,
    ...createdAt(issuedAt(client, now)),
  };
}

export function segmentVersionRow(
  segment: DemoSegment,
  segmentId: number,
  colorId: number,
): Prisma.SegmentVersionCreateManyInput {
  return {
    segmentId,
    nameEn: segment.name.en,
    nameAr: segment.name.ar,
    value: segment.value,
    rewardFactor: segment.rewardFactor,
    redeemFactor: segment.redeemFactor,
    redeemThreshold: segment.redeemThreshold,
    bonusPoints: segment.bonusPoints,
    ratePlan: segment.ratePlan,
    color: segment.color,
    segmentColorId: colorId,
  };
}

export function dealRow(
  deal: DemoDeal,
  found: { categoryId: number; imageHash: string },
  now: Date,
): Prisma.DealCreateManyInput {
  const endDate = daysBefore(now, -deal.endsIn, 0);
  return {
    merchantId: deal.merchantId,
    categoryId: found.categoryId,
    imageHash: found.imageHash,
    state: deal.state,
    offerNumber: deal.offerNumber,
    titleEn: deal.title.en,
    titleAr: deal.title.ar,
    descriptionEn: deal.description.en,
    descriptionAr: deal.description.ar,
    termsEn: deal.terms.en,
    termsAr: deal.terms.ar,
    ...discountOf(deal.offer),
    startDate: daysBefore(now, -deal.startsIn, 0),
    endDate,
    expiryDate: daysBefore(now, -deal.endsIn - deal.usableFor, 0),
    sortingNumber: deal.sortingNumber,
    ratePlans: [...deal.ratePlans],
    ...createdAt(daysBefore(now, Math.max(1, -deal.startsIn + 5), 690)),
  };
}

/** For how many days before today looks at deals are there. */
const LOOKED_AT_DAYS = 60;

/** How often the deal was seen and opened on each of its days until yesterday; more often at the end of the week. */
export function dealDayRows(deal: DemoDeal, dealId: number, now: Date): Prisma.DealDayCreateManyInput[] {
  if (deal.state === "draft") return [];
  const random = new SeededRandom(dealId);
  const rows: Prisma.DealDayCreateManyInput[] = [];
  for (let before = LOOKED_AT_DAYS; before >= 1; before -= 1) {
    const isOfDeal = deal.startsIn <= -before && -before < deal.endsIn;
    if (!isOfDeal) continue;
    const day = new Date(formatLocalDate(daysBefore(now, before, 720), DEMO_TIME_ZONE));
    const busy = [4, 5, 6].includes(weekdayBefore(now, before)) ? 2 : 1;
    const seen = random.integer(4, 12) * busy;
    rows.push(
      { dealId, day, channelId: CHANNEL.posApi, views: random.integer(40, 120) * busy, taps: 0 },
      {
        ...{ dealId, day, channelId: CHANNEL.cashierPortal },
        views: seen,
        taps: Math.min(seen, random.integer(0, 3)),
      },
    );
  }
  return rows;
}

export function walletRow(wallet: DemoWallet, segmentId: number): Prisma.WalletCreateManyInput {
  return {
    walletCode: wallet.walletCode,
    contactMsisdn: wallet.contactMsisdn,
    statusId: wallet.statusBefore,
    isOptedIn: wallet.isOptedIn,
    redemptionEnabled: wallet.redemptionEnabled,
    segmentId,
    optedInAt: wallet.isOptedIn ? wallet.createdAt : null,
    createdAt: wallet.createdAt,
  };
}

export function profileRow(
  wallet: DemoWallet,
  walletId: bigint,
  consentBy: number,
): Prisma.WalletProfileCreateManyInput {
  return {
    walletId,
    name: wallet.name,
    email: wallet.email,
    address: wallet.address,
    gender: wallet.gender,
    birthDate: wallet.birthDate === null ? null : new Date(wallet.birthDate),
    nid: wallet.nid,
    referralMsisdn: wallet.broughtByMsisdn,
    consentAt: wallet.isOptedIn ? wallet.createdAt : null,
    consentBy: wallet.isOptedIn ? consentBy : null,
    updatedAt: wallet.createdAt,
  };
}

/** @throws Error for a number in the catalogue that is none */
export function e164(msisdn: string): string {
  const normalized = normalizeMsisdn(msisdn);
  if (normalized === null) throw new Error(`${msisdn} in the demo data is not a mobile number`);
  return normalized;
}

function createdAt(at: Date): { createdAt: Date; updatedAt: Date } {
  return { createdAt: at, updatedAt: at };
}
