/** The name of the field that keeps what is scanned into it. */
export const INVOICE_FIELD = "invoice";
