/** Whether shifts are kept: not at all, by whoever wants to, or before anything else is done at a till. */
export const SHIFT_POLICIES = ["off", "offered", "required"] as const;
export type ShiftPolicy = (typeof SHIFT_POLICIES)[number];
