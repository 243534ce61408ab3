/** A line of the doctor's screen. */
export interface Finding {
  of: Part;
  /** `unknown` could not be looked at. */
  state: "well" | "look" | "wrong" | "unknown";
  text: string;
}

export type Part =
  | "service"
  | "database"
  | "clock"
  | "roles"
  | "proxy, TLS"
  | "disk"
  | "anchor key"
  | "secret"
  | "signing"
  | "changes"
  | "backup"
  | "limits"
  | "webhooks"
  | "notices"
  | "demo data";

export const well = (of: Part, text: string): Finding => ({ of, state: "well", text });
export const look = (of: Part, text: string): Finding => ({ of, state: "look", text });
export const wrong = (of: Part, text: string): Finding => ({ of, state: "wrong", text });
export const unknown = (of: Part, text: string): Finding => ({ of, state: "unknown", text });

const MARKS = { well: "ok   ", look: "LOOK ", wrong: "WRONG", unknown: "?    " } as const;
const PART_WIDTH = 12;

/** One screen: a line for each finding, those that ask for something told in the last line. */
export function screenOf(findings: readonly Finding[]): string {
  const lines = findings.map(({ of, state, text }) => `${MARKS[state]}  ${of.padEnd(PART_WIDTH)}${text}`);
  const count = (state: Finding["state"]) => findings.filter((finding) => finding.state === state).length;
  const end = findings.every(({ state }) => state === "well")
    ? "All is well."
    : `${count("wrong")} wrong, ${count("look")} to look at, ${count("unknown")} not looked at.`;
  return [...lines, "", end].join("\n");
}

/** 0: nothing is wrong; 1: something is; 2: the database could not be looked at. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ of, state }) => of === "database" && state === "wrong")) return 2;
  return findings.some(({ state }) => state === "wrong") ? 1 : 0;
}
