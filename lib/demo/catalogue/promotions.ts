import { ANY_BILL, type PromotionRule, type WalletPeriod } from "@/lib/ledger/with/promotions/words";
import type { Bilingual } from "@/lib/platform/language";

export interface DemoPromotion {
  number: number;
  merchantId: number | null;
  /** The deal that shows it to customers, by its offer number. */
  deal?: string;
  name: Bilingual;
  rule: Omit<PromotionRule, "branchIds">;
  /** As people write them; none: all branches. */
  branches?: readonly string[];
  skus?: readonly { skuId: string; points: number }[];
  budgetPoints?: number;
  wallet?: readonly [times: number, period: WalletPeriod];
  startsIn: number;
  endsIn: number;
}

const { branchIds: _none, ...any } = ANY_BILL;
const running = { startsIn: -20, endsIn: 200 } as const;

/**
 * One of each kind, away from the branches that documentation, examples and tests reward at: there every bill earns what its rate says.
 */
export const PROMOTIONS: readonly DemoPromotion[] = [
  {
    ...running,
    number: 110_003,
    deal: "110003",
    merchantId: 1,
    name: { en: "Double points every Tuesday", ar: "نقاط مضاعفة كل يوم ثلاثاء" },
    rule: { ...any, kind: "multiplier", multiplier: "2", points: null, weekdays: [2] },
    branches: ["01000000004", "01000000005"],
  },
  {
    ...running,
    number: 180_001,
    merchantId: 2,
    name: { en: "Happy hour in the afternoon", ar: "ساعة سعيدة بعد الظهر" },
    rule: {
      ...any,
      kind: "happy_hour",
      multiplier: "1.5",
      points: null,
      weekdays: [7, 1, 2, 3, 4],
      hours: { from: 16 * 60, to: 18 * 60 },
      stacks: true,
    },
    branches: ["01000000012", "01000000013"],
  },
  {
    ...running,
    number: 180_002,
    merchantId: 3,
    name: { en: "Points for linen", ar: "نقاط على الكتان" },
    rule: { ...any, kind: "skus", points: null },
    branches: ["01000000022", "01000000023"],
    skus: [
      { skuId: "LINEN-SHIRT", points: 40 },
      { skuId: "LINEN-SCARF", points: 15 },
    ],
  },
  {
    ...running,
    number: 180_003,
    merchantId: 5,
    name: { en: "300 points from EGP 1,000 on", ar: "300 نقطة من 1,000 ج.م." },
    rule: { ...any, kind: "threshold", points: 300, minHundredths: 1_000_00 },
    budgetPoints: 150_000,
    wallet: [1, "week"],
  },
  {
    ...running,
    number: 180_004,
    merchantId: 7,
    name: { en: "Welcome to the shelves", ar: "أهلًا بك بين الرفوف" },
    rule: { ...any, kind: "first_purchase", points: 200, firstPurchase: true },
    budgetPoints: 50_000,
    wallet: [1, "ever"],
  },
  {
    startsIn: 5,
    endsIn: 370,
    number: 180_005,
    merchantId: 6,
    name: { en: "Your birthday month", ar: "شهر عيد ميلادك" },
    rule: {
      ...any,
      kind: "birthday_month",
      multiplier: "2",
      points: null,
      birthdayMonth: true,
      stacks: true,
    },
  },
];
