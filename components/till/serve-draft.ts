/** Typed values for one customer. */
export interface ServeDraft {
  mode: "reward" | "redeem";
  /** Currency units; null while empty, `undefined` while it is no number. */
  value: number | null | undefined;
  /** The code that stands in the amount's box, until it is said to be the bill all the same. With one nothing is confirmed. */
  code: string | null;
  invoiceNumber: string;
  /** The bill as it was typed before a part of it was to be paid with points. */
  bill: number | null;
  /** Numbers of coupons that are used on the bill, in the order in which they take off. */
  coupons: readonly string[];
  /** The part of the bill that points pay: a sum, or as much as they can; null: none; `undefined` while it is no number. */
  pays: number | "max" | null | undefined;
}

const NO_PARTS = { coupons: [], pays: null } as const satisfies Partial<ServeDraft>;

export const EMPTY_DRAFT: ServeDraft = {
  mode: "reward",
  value: null,
  code: null,
  invoiceNumber: "",
  bill: null,
  ...NO_PARTS,
};

/** Whether coupons or points take something off the bill, which is then settled at once. */
export function hasParts({ coupons, pays }: Pick<ServeDraft, "coupons" | "pays">): boolean {
  return coupons.length > 0 || pays !== null;
}

/** The same draft for a till that can only reward. */
export function withoutParts(draft: ServeDraft): ServeDraft {
  return { ...draft, ...NO_PARTS };
}
