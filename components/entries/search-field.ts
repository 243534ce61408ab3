/** The name of the field that entries are searched with. It keeps what is scanned into it: invoices and receipts are looked for. */
export const ENTRY_SEARCH_FIELD = "entry-text";
