// Search -------------------------------------------------------------------------------------------------------------

export const SEARCH_TEXT_MAX = 64;

/** Prefix of a receipt's code, before the entry's number. */
export const RECEIPT_PREFIX = "entry:";

/** Customers who take part, and those who have not joined. */
export const JOINED = ["yes", "no"] as const;
