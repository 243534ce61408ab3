// What the till asks and is told. Shared by the routes and the browser.

/** The least and the most money, in currency units, that one operation is about. */
export const VALUE_MIN = 0.01;

export const VALUE_MAX = 1_000_000;

/** What the code on a receipt says before the entry's number. */
export const RECEIPT_PREFIX = "entry:";
