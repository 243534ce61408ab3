import type { FindingKind } from "./findings";
/** Reports one thing that is wrong with the entry at hand. */
export type Report = (what: FindingKind, expected: unknown, found: unknown) => void;
