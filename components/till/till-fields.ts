/** The name of the field that keeps what is scanned into it. */
export const INVOICE_FIELD = "invoice";
/** The name of the field for the bill, or for what is paid with points. A code that stands in it is the next customer's. */
export const AMOUNT_FIELD = "amount";
/** The name of the field that keeps a badge that is scanned into it. */
export const BADGE_FIELD = "badge";
