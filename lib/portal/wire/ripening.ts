/** The most days that rewarded points may take to ripen (rules.md §19). */
export const RIPENING_DAYS_MAX = 365;
