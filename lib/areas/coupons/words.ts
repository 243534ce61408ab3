/** 1 percent, 2 fixed amount, 3 free item, 4 buy X get Y, 5 points multiplier, 6 special price, as of deals. */
export const DISCOUNT_TYPES = [1, 2, 3, 4, 5, 6] as const;

/** Lines of a file travel in parts of so many. */
export const ISSUE_LINES_MAX = 5_000;

/** The most coupons of one file, and the most without a wallet. */
export const ISSUE_MAX = 1_000_000;
