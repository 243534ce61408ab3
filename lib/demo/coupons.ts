import { CHANNEL } from "@/lib/ledger/rules/types";
import { COUPON_ALPHABET, checkCharacter } from "@/lib/platform/coupon-number";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { daysBefore } from "./days";

/** Numbers that look like any other and are the same with every load. */
function demoNumber(index: number): string {
  let random = "";
  // A linear congruential generator: nobody relies on nobody guessing these.
  for (let value = 7_919 + index * 104_729, left = 15; left > 0; left -= 1) {
    value = (value * 1_103_515_245 + 12_345) % 2_147_483_648;
    random += COUPON_ALPHABET[Math.floor(value / 65_536) % COUPON_ALPHABET.length];
  }
  return random + checkCharacter(random);
}

const TEMPLATES = [
  {
    ...{ merchantId: 2, offerNumber: 7001, state: "live", titleEn: "A free coffee", titleAr: "قهوة مجانية" },
    ...{ termsEn: "Any hot drink, any size.", termsAr: "أي مشروب ساخن وبأي حجم.", discountType: 3 },
    ...{ discount: 0, validDays: 30, costPoints: 300n },
  },
  {
    ...{ merchantId: 1, offerNumber: 7002, state: "live", titleEn: "Basket coupon", titleAr: "كوبون السلة" },
    ...{ termsEn: "On a bill of EGP 200 or more.", termsAr: "على فاتورة بقيمة 200 ج.م. فأكثر." },
    ...{
      discountType: 2,
      discount: 50,
      validDays: 60,
      costPoints: 50n,
      stockMax: 1_000,
      worth: 50,
      minBill: 200,
    },
  },
  {
    ...{ merchantId: 1, offerNumber: 7003, state: "live", titleEn: "Next-visit discount" },
    ...{ titleAr: "خصم الزيارة القادمة", termsEn: "Comes with a purchase of EGP 3,000 or more." },
    ...{ termsAr: "تصدر مع شراء بقيمة 3,000 ج.م. فأكثر.", discountType: 1, discount: 10, validDays: 14 },
    ...{ rewardHundredthsMin: 300_000n },
  },
  {
    ...{ merchantId: null, offerNumber: 7004, state: "stopped", titleEn: "Birthday cake" },
    ...{ titleAr: "كعكة عيد الميلاد", termsEn: "", termsAr: "", discountType: 3, discount: 0 },
  },
] as const;

/** Customer, offer, age in days, length in days, and outcome of each coupon. */
const COUPONS = [
  { walletCode: "100001", offer: 7001, daysAgo: 3, days: 30, state: "issued" },
  { walletCode: "100001", offer: 7002, daysAgo: 20, days: 60, state: "used", branchId: 1 },
  { walletCode: "100001", offer: 7002, daysAgo: 5, days: 60, state: "issued" },
  { walletCode: "100002", offer: 7003, daysAgo: 40, days: 14, state: "issued" },
  { walletCode: "100002", offer: 7002, daysAgo: 9, days: 60, state: "issued" },
  { walletCode: "100003", offer: 7002, daysAgo: 12, days: 60, state: "void" },
  { walletCode: "100003", offer: 7001, daysAgo: 2, days: 30, state: "issued" },
  { walletCode: null, offer: 7002, daysAgo: 7, days: 60, state: "issued" },
] as const;

/** Offers of coupons, and coupons in each state: to be used, used, expired and void, and one that is nobody's yet. */
export async function loadCoupons(
  tx: Prisma.TransactionClient,
  { walletIds, now, userId }: { walletIds: ReadonlyMap<string, bigint>; now: Date; userId: number },
): Promise<void> {
  const madeAt = daysBefore(now, 60, 600);
  const ids = new Map<number, number>();
  for (const template of TEMPLATES) {
    const stockLeft = "stockMax" in template ? template.stockMax : null;
    const { id } = await tx.couponTemplate.create({
      data: { ...template, stockLeft, createdAt: madeAt, updatedAt: madeAt },
    });
    ids.set(template.offerNumber, id);
  }
  for (const [index, { walletCode, offer, daysAgo, days, state, ...rest }] of COUPONS.entries()) {
    const walletId = walletCode === null ? null : (walletIds.get(walletCode) ?? null);
    const at = daysBefore(now, Math.max(1, daysAgo - 1), 780);
    const validUntil = new Date(
      daysBefore(now, daysAgo - days, 720)
        .toISOString()
        .slice(0, 10),
    );
    const { id } = await tx.coupon.create({
      data: {
        ...{ templateId: ids.get(offer) ?? 0, number: demoNumber(index), walletId, state, validUntil },
        ...{ issuedAt: daysBefore(now, daysAgo, 700), issuedByUserId: userId },
        ...(state === "used" ? { usedAt: at, usedByUserId: userId, usedBranchId: 1 } : {}),
        ...(state === "void" ? { voidedAt: at, voidedByUserId: userId } : {}),
      },
    });
    if (state === "used")
      await tx.couponEvent.create({
        data: {
          ...{ couponId: id, kind: "used", operation: 1, walletId, userId, channelId: CHANNEL.cashierPortal },
          ...{ merchantId: 1, branchId: "branchId" in rest ? rest.branchId : null, at },
        },
      });
  }
}
