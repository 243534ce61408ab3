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
}

export const EMPTY_DRAFT: ServeDraft = {
  mode: "reward",
  value: null,
  code: null,
  invoiceNumber: "",
  bill: null,
};
