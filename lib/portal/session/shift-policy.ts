/** Whether shifts are kept: never, by those who want to, or before any other work at a till. */
export const SHIFT_POLICIES = ["off", "offered", "required"] as const;
export type ShiftPolicy = (typeof SHIFT_POLICIES)[number];
