/** Typed values for a customer. They outlive a change of wallet: the bill on the counter stays the same. */
export interface ServeDraft {
  mode: "reward" | "redeem";
  /** Currency units; null while empty, `undefined` while it is no number. */
  value: number | null | undefined;
  /** The code that stands in the amount's box, until it is said to be the bill all the same. With one nothing is confirmed. */
  code: string | null;
  invoiceNumber: string;
}

export const EMPTY_DRAFT: ServeDraft = { mode: "reward", value: null, code: null, invoiceNumber: "" };
