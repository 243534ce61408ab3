import type { ScenarioName } from "@/lib/areas/sandbox/schemas";
import type { Language } from "@/lib/platform/language";

/** A request of a test client, as certification looks at it. */
export interface Observed {
  /** Place among the client's requests in time. Each process writes its requests about once a second, so the log's own numbers are in another order. */
  id: number;
  requestId: string;
  /** When it was answered. */
  at: Date;
  /** Of the programme's zone. */
  day: string;
  operation: string | null;
  /** Of the table of errors; 0 is success. */
  code: number;
  /** HTTP. */
  status: number;
  isReplay: boolean;
  /** Whether the answer reached the caller. */
  isAnswered: boolean;
  liberties: readonly string[];
  walletCode: string | null;
  /** `PointsValue`, or else `Points`; of a settled bill `BillValue`. */
  amount: number | null;
  hasPin: boolean;
  hasInvoiceNumber: boolean;
  /** Digest of its invoice number; null: it had none. */
  invoice: string | null;
  /** Whether it was signed, and its signature looked at. */
  isSigned: boolean;
  /** Digest of its reference; null: it had none. */
  reference: string | null;
  /** Digest of everything but reference and PIN; null: it is no movement, or was refused before it was read. */
  content: string | null;
  /** Digest of the reference that a Cancel names. */
  originalReference: string | null;
  language: Language | null;
  scenario: ScenarioName | null;
  retryAfterSeconds: number | null;
  /** A FindWallet whose list was empty. */
  foundNobody: boolean;
}
