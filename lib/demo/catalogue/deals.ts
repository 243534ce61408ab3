import type { Bilingual } from "@/lib/platform/language";
import { writeNumber } from "@/lib/platform/writing/numbers";
import deals from "./deals.json";
import type { CategoryKey } from "./programme";

/** The offer of a deal; `discountType` and `discount` of the interface follow from it. */
export type DemoOffer =
  | { kind: "percent"; percent: number }
  | { kind: "amount"; amount: number }
  | { kind: "free" }
  | { kind: "bundle"; buy: number; get: number }
  | { kind: "multiplier"; times: number }
  | { kind: "price"; price: number };

export interface DemoDeal {
  offerNumber: string;
  merchantId: number;
  category: CategoryKey;
  state: "draft" | "published" | "paused";
  offer: DemoOffer;
  title: Bilingual;
  description: Bilingual;
  terms: Bilingual;
  /** Days from the day of loading. */
  startsIn: number;
  endsIn: number;
  /** Days after the end in which it can still be used. */
  usableFor: number;
  sortingNumber: number | null;
  ratePlans: readonly string[];
  /** null: all branches of the merchant. */
  branches: readonly string[] | null;
}

/** Sentences of the terms of more than one deal. */
const SENTENCES = {
  once: { en: "Once per customer.", ar: "مرة واحدة لكل عميل." },
  daily: { en: "Once a day per customer.", ar: "مرة واحدة في اليوم لكل عميل." },
  showCode: { en: "Show your code before paying.", ar: "أظهر الكود الخاص بك قبل الدفع." },
  alone: { en: "Cannot be combined with other offers.", ar: "لا يُجمع مع عروض أخرى." },
  stock: { en: "While stocks last.", ar: "حتى نفاد الكمية." },
  inBranch: { en: "In branches only, not for delivery.", ar: "داخل الفروع فقط، ولا يسري على التوصيل." },
  weekdays: {
    en: "Sunday to Thursday, except public holidays.",
    ar: "من الأحد إلى الخميس، ما عدا العطلات الرسمية.",
  },
  exchange: {
    en: "Exchange within 14 days with the receipt.",
    ar: "الاستبدال خلال 14 يومًا مع إيصال الشراء.",
  },
} as const satisfies Record<string, Bilingual>;

/** A sentence of a deal's terms in deals.json: by its name, with the least bill, or in its own words. */
type Term = keyof typeof SENTENCES | { fromBill: number } | Bilingual;

function sentenceOf(term: Term): Bilingual {
  if (typeof term === "string") return SENTENCES[term];
  return "fromBill" in term ? fromBill(term.fromBill) : term;
}

function fromBill(value: number): Bilingual {
  return {
    en: `On bills of EGP ${writeNumber(value, "en")} or more.`,
    ar: `على الفواتير من ${writeNumber(value, "en")} ج.م. فأكثر.`,
  };
}

/** Whole sentences, one below the other. */
function lines(...sentences: Bilingual[]): Bilingual {
  return {
    en: sentences.map(({ en }) => en).join("\n"),
    ar: sentences.map(({ ar }) => ar).join("\n"),
  };
}

/** Where deals.json says nothing of it, a deal is for everybody, everywhere, in no particular place of the list. */
const EVERYWHERE = { sortingNumber: null, ratePlans: [], branches: null };

/** Deals in every state, of every kind; live ones stay live for months. Offer numbers start with 1 and the merchant's id. */
export const DEALS: readonly DemoDeal[] = (
  deals as unknown as readonly (Omit<DemoDeal, "terms"> & { terms: readonly Term[] })[]
).map((deal) => ({ ...EVERYWHERE, ...deal, terms: lines(...deal.terms.map(sentenceOf)) }));

/** `DiscountType` and `Discount` of the interface (rules.md §2). */
export function discountOf(offer: DemoOffer): { discountType: number; discount: number } {
  switch (offer.kind) {
    case "percent":
      return { discountType: 1, discount: offer.percent };
    case "amount":
      return { discountType: 2, discount: offer.amount };
    case "free":
      return { discountType: 3, discount: 0 };
    case "bundle":
      return { discountType: 4, discount: 0 };
    case "multiplier":
      return { discountType: 5, discount: offer.times };
    case "price":
      return { discountType: 6, discount: offer.price };
  }
}
