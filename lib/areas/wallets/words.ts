// Search -------------------------------------------------------------------------------------------------------------

export const SEARCH_TEXT_MAX = 64;

/** Prefix of a receipt's code, before the entry's number. */
export const RECEIPT_PREFIX = "entry:";

/** Customers who take part, and those who have not joined. */
export const JOINED = ["yes", "no"] as const;

/** Choices of the last visit: on one of the last days, on none of them, or never. Any number of days stands in an address. */
export const VISITS = [
  ...["within-7", "within-30", "before-30", "before-60", "before-90", "before-180", "before-365"],
  "never",
] as const;
export const VISIT = /^(?:(?:within|before)-[1-9]\d{0,3}|never)$/;

/** The days from today on among which a birthday is looked for. */
export const BIRTHDAY_DAYS = [1, 7, 30] as const;
export const BIRTHDAY_DAYS_MAX = 366;

/** The last days whose visits and bills count, where the address names none. */
export const PERIOD_DAYS = 365;
/** Those that the filter offers. */
export const PERIODS = [30, 90, 180, PERIOD_DAYS] as const;
export const PERIOD_DAYS_MAX = 3_660;
/** Numbers of branches in an address. */
export const BRANCHES = /^[1-9]\d{0,8}(?:,[1-9]\d{0,8}){0,49}$/;
/** As many as {@link BRANCHES} takes. */
export const BRANCHES_MAX = 50;

/** Orders of customers besides the newest first. */
export const WALLET_ORDERS = ["lastVisit", "points"] as const;

/** Customers whom a search counts. */
export const FOUND_MAX = 100_000;
