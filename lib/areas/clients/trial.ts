import type { ScenarioName } from "@/lib/areas/sandbox/schemas";
import type { Language } from "@/lib/platform/language";

/**
 * Facts kept of a test client's request besides, so that its traffic can be certified (rules.md §14). References and contents are digests:
 * equal ones can be told, and nothing else.
 */
export interface Trial {
  /** In which the answer was worded. */
  language?: Language;
  /** Of the request's own reference; null: it had none. */
  reference?: string | null;
  /** Of everything but the reference and the PIN. */
  content?: string;
  /** Of its invoice number. */
  invoice?: string;
  /** Its signature was looked at, and right. */
  isSigned?: true;
  /** Of the reference that a Cancel names. */
  originalReference?: string;
  /** Scenario of the named wallet. */
  scenario?: ScenarioName;
  /** The answer never reached the caller. */
  isLost?: boolean;
  retryAfterSeconds?: number;
  /** The list of a FindWallet was empty. */
  foundNobody?: true;
}
