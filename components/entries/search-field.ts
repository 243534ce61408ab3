/** The name of the field that entries are searched with. Scans stay in the field: invoices and receipts are looked for. */
export const ENTRY_SEARCH_FIELD = "entry-text";
