// Search -------------------------------------------------------------------------------------------------------------

export const SEARCH_TEXT_MAX = 64;

/** What the code on a receipt says before the entry's number. */
export const RECEIPT_PREFIX = "entry:";
