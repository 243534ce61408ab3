import type { PortalError } from "@/components/kit/error";
import { movedPoints } from "@/lib/areas/entries/words";
import type { Posted, SettleRequest, TillOperation, TillRequest } from "@/lib/areas/till/schemas";
import type { Bilingual } from "@/lib/platform/language";

/** Name of a customer where the wallet itself is not at hand. Of a name its first word is kept. */
export interface OperationFacts {
  walletId: number | null;
  walletName: string | null;
  /** The wallet's code is not known: the sale is kept for a mobile number. */
  isByMobile?: boolean;
}

/** Outcome of an operation, for a person who was not there when it came to be known. */
export type Outcome =
  | { kind: "posted"; entryId: number; walletId: number; points: number; balanceAfter: number }
  /** Not carried out, and its reference is closed. */
  | { kind: "never" }
  | { kind: "refused"; code: string; texts: Bilingual };

/**
 * `sent`: on its way; `unresolved`: the answer was lost; `queued`: waits for the connection; `settled`: the outcome is known
 * and has to be acknowledged.
 */
export type OperationStatus = "sent" | "unresolved" | "queued" | "settled";

interface RecordFields {
  /** Given by the store; records are sent and shown in this order. */
  sequence: number;
  reference: string;
  userId: number;
  userName: string;
  facts: OperationFacts;
  status: OperationStatus;
  /** When the person confirmed, ISO 8601. */
  createdAt: string;
  /** Milliseconds by which the service's clock was then ahead of the device's, where that was known. */
  clockOffsetMs?: number | null;
  /** The code of the request is a mobile number: the wallet is found when the sale is sent. */
  isByMobile?: boolean;
  outcome: Outcome | null;
  /** Why the service would not say what became of it, the last time it was asked. */
  trouble: { code: string; texts: Bilingual } | null;
}

/**
 * An operation as this device keeps it from before it is sent until its outcome is known. The PIN is never part of it.
 */
export type OperationRecord = RecordFields & SettleRequest;

type Unkept<Fields> = Fields extends unknown ? Omit<Fields, "sequence"> : never;
export type NewOperationRecord = Unkept<OperationRecord>;

/** The fields of an operation as a form has them: the reference is the engine's. */
export type OperationRequest<Name extends TillOperation> = Omit<TillRequest<Name>, "reference">;

/** Outcome of an operation, in the few facts that are kept. */
export function outcomeOf(truth: Truth): Outcome {
  if (truth.kind === "never") return truth;
  if (truth.kind === "refused") {
    const { code, texts } = truth.error;
    return { kind: "refused", code, texts };
  }
  const { entry, wallet } = truth.posted;
  return {
    kind: "posted",
    entryId: entry.id,
    walletId: wallet.id,
    points: movedPoints(entry),
    balanceAfter: entry.balanceAfter,
  };
}

/** Certain knowledge of an operation. */
export type Truth =
  | { kind: "posted"; posted: Posted }
  | { kind: "refused"; error: PortalError }
  | { kind: "never" };
