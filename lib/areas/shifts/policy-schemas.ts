import type { SHIFT_POLICIES } from "./words";

export type ShiftPolicy = (typeof SHIFT_POLICIES)[number];
