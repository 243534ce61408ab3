import type { Bilingual } from "@/lib/platform/language";
import { ADMIN_ROLES, DESK_ROLES, type Role } from "./roles";

// How an area declares its acts (lib/areas/*/acts.ts). `npm run generate` gathers them: permissions, second persons, events, the log of
// security events and the audit log's subjects follow.

export const OPERATORS = ["programme_operator"] as const satisfies readonly Role[];
/** Those who make offers. */
export const OFFERS = ["marketing", ...ADMIN_ROLES] as const satisfies readonly Role[];
/** Offers name merchants, branches and tiers. */
export const CHOOSERS = ["marketing", ...DESK_ROLES] as const satisfies readonly Role[];
export const READERS = ["finance", ...DESK_ROLES] as const satisfies readonly Role[];
export { ADMIN_ROLES as ADMINS, DESK_ROLES as DESK, SERVING_ROLES as EVERYBODY } from "./roles";

/** Where a person needs nobody else. */
export type Bound =
  /** The person's points of a rolling day, all acts with the same setting together. */
  | { kind: "day"; setting: "adjustmentApprovalAbove" | "offersApprovalAbove" }
  /** No value at all, as long as the setting asks for a second person. */
  | { kind: "setting"; setting: "adminsNeedSecondPerson" | "clientsNeedSecondPerson" }
  /** No value at all. */
  | { kind: "none" }
  /** The limits of rules.md §15, which the ledger counts. */
  | { kind: "limits" };

/**
 * Value that an act creates or takes out of a person's hands, and where it needs nobody else. Forms say it before the press (`components/kit/second-person-note.tsx`),
 * rules.md §24 has its English words.
 */
export interface Value {
  value: Bilingual;
  bound: Bound;
}

const boundBy =
  <const Of extends Bound>(bound: Of) =>
  (en: string, ar: string) => ({ value: { en, ar }, bound });

export const alone = boundBy({ kind: "day", setting: "adjustmentApprovalAbove" });
export const offersAlone = boundBy({ kind: "day", setting: "offersApprovalAbove" });
export const adminAgrees = boundBy({ kind: "setting", setting: "adminsNeedSecondPerson" });
export const clientAgrees = boundBy({ kind: "setting", setting: "clientsNeedSecondPerson" });
export const agreed = boundBy({ kind: "none" });
export const limited = boundBy({ kind: "limits" });

interface Declared {
  /** Roles that have the permission. Each use case checks the merchant: all but operators act for their own alone. */
  may: readonly Role[];
  /** `sight`: data that the person may not have seen before. A value is weighed by `agree`. */
  gives: "nothing" | "sight" | Value;
  /** Subjects of its rows in the audit log, where they are not the word before the dot. Reads have none. */
  on?: readonly string[];
  /** Type of the event as which webhooks and feeds tell it. */
  event: string | null;
  /** Whether the log of security events has it too; grave ones are told at once. */
  security: "noted" | "grave" | null;
}

/** The acts of an area, each `subject.verb`: its permission, and its `action` in the audit log. */
export function acts<const Acts extends Readonly<Record<`${string}.${string}`, Declared>>>(acts: Acts): Acts {
  return acts;
}
