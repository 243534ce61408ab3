import type { Bilingual } from "@/lib/platform/language";
import type { Judge } from "./judges";
import type { RequirementName } from "./schemas";

export interface Requirement {
  name: RequirementName;
  /** A client that may do none of these is not asked for it. */
  scopes: readonly ("reward" | "redeem" | "refund" | "cancel" | "deals" | "wallet" | "enrol")[];
  /** A client is asked for it only with all of the scopes. */
  takesAll?: boolean;
  /** A certificate is issued without it, and names it only when it was shown: not every till does it. */
  isOptional?: boolean;
  /** An optional one is needed all the same once this one was shown. */
  neededWith?: RequirementName;
  /** The ending of the code of the wallet on which it is shown; null: any wallet. */
  suffix: string | null;
  title: Bilingual;
  /** How it is shown. */
  how: Bilingual;
  /** Advice when it is violated. */
  mend: Bilingual;
  /** Pure. */
  judge: Judge;
}

/** Scopes of operations that move something. */
export const MOVING_SCOPES = ["reward", "redeem", "refund", "cancel"] as const;

/** A requirement without its texts. */
export type Row = Pick<
  Requirement,
  "name" | "scopes" | "takesAll" | "isOptional" | "neededWith" | "suffix" | "judge"
>;
