import type { Bilingual } from "@/lib/platform/language";

export const PROGRAMME_NAME: Bilingual = { en: "Points Club", ar: "نادي النقاط" };

export interface DemoSegment {
  name: Bilingual;
  isDefault: boolean;
  /** Lifetime points from which a wallet belongs to it. */
  value: number;
  rewardFactor: string;
  redeemFactor: string;
  redeemThreshold: number;
  bonusPoints: number | null;
  ratePlan: string | null;
  color: string;
}

/**
 * The values are high on purpose: whoever tries the service out rewards a Standard wallet many times and must not find it
 * promoted, with other factors, half way through the examples.
 */
export const SEGMENTS: readonly DemoSegment[] = [
  {
    name: { en: "Standard", ar: "أساسية" },
    isDefault: true,
    value: 0,
    rewardFactor: "1",
    redeemFactor: "1",
    redeemThreshold: 0,
    bonusPoints: null,
    ratePlan: null,
    color: "#0f766e",
  },
  {
    name: { en: "Silver", ar: "فضية" },
    isDefault: false,
    value: 100_000,
    rewardFactor: "1",
    redeemFactor: "1",
    redeemThreshold: 0,
    bonusPoints: null,
    ratePlan: "SILVER",
    color: "#8a94a3",
  },
  {
    name: { en: "Gold", ar: "ذهبية" },
    isDefault: false,
    value: 2_500_000,
    rewardFactor: "1.5",
    redeemFactor: "2",
    redeemThreshold: 500,
    bonusPoints: null,
    ratePlan: "GOLD",
    color: "#b7891e",
  },
  {
    name: { en: "Platinum", ar: "بلاتينية" },
    isDefault: false,
    value: 10_000_000,
    rewardFactor: "2",
    redeemFactor: "1.5",
    redeemThreshold: 0,
    bonusPoints: 10,
    ratePlan: "PLATINUM",
    color: "#475569",
  },
];

export interface DemoCategory {
  name: Bilingual;
  /** Name of a lucide icon. */
  icon: string;
  isActive: boolean;
}

export const CATEGORIES = {
  groceries: { name: { en: "Groceries", ar: "بقالة" }, icon: "shopping-basket", isActive: true },
  coffee: { name: { en: "Coffee and sweets", ar: "قهوة وحلويات" }, icon: "coffee", isActive: true },
  restaurants: { name: { en: "Restaurants", ar: "مطاعم" }, icon: "utensils", isActive: true },
  fashion: { name: { en: "Fashion", ar: "أزياء" }, icon: "shirt", isActive: true },
  electronics: { name: { en: "Electronics", ar: "إلكترونيات" }, icon: "smartphone", isActive: true },
  health: { name: { en: "Health and beauty", ar: "صحة وجمال" }, icon: "heart-pulse", isActive: true },
  home: { name: { en: "Home", ar: "المنزل" }, icon: "sofa", isActive: true },
  books: { name: { en: "Books and school", ar: "كتب ومدارس" }, icon: "book-open", isActive: true },
  travel: { name: { en: "Travel", ar: "سفر" }, icon: "plane", isActive: false },
} as const satisfies Record<string, DemoCategory>;
export type CategoryKey = keyof typeof CATEGORIES;
