/** Whether shifts are kept: not at all, by whoever wants to, or before anything else is done at a till. */
export const SHIFT_POLICIES = ["off", "offered", "required"] as const;

export const NOTE_LENGTH_MAX = 250;
