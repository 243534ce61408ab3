/** What is being typed for a customer. It outlives a change of wallet: the bill on the counter stays the same. */
export interface ServeDraft {
  mode: "reward" | "redeem";
  /** Currency units; null while empty, `undefined` while it is no number. */
  value: number | null | undefined;
  invoiceNumber: string;
}

export const EMPTY_DRAFT: ServeDraft = { mode: "reward", value: null, invoiceNumber: "" };
