export interface StateFinding {
  /** The kind of rows, or the table of a change that was noted. */
  kind: string;
  /** The row, as its kind names it; of a change, the key that was noted. */
  id: string;
  /** `stranger`: not in a session of the service; `seals`: the seals themselves are not those of the last look; `future`: a clock that was ahead made that look. */
  what: "changed" | "added" | "removed" | "stranger" | "seals" | "future" | "secret" | "code" | "no_code";
}
