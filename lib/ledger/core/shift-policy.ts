/** Shifts are kept never, by those who want to, or before any other work at a till (rules.md §18). */
export const SHIFT_POLICIES = ["off", "offered", "required"] as const;
export type ShiftPolicy = (typeof SHIFT_POLICIES)[number];
