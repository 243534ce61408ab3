import type { StateKindName } from "@/lib/log/state-kinds";

export interface StateFinding {
  kind: StateKindName | "seals" | "entry";
  /** The row, as its kind names it. */
  id: string;
  /** `seals`: the seals themselves are not those of the last look; `future`: a clock that was ahead made that look. */
  what: "changed" | "added" | "removed" | "seals" | "future" | "secret" | "code" | "no_code";
}
