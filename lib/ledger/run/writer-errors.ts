import { DomainError } from "@/lib/ledger/rules/errors";
import { CompanionsChangedError } from "@/lib/ledger/rules/reading";
import { IS_DECIDED } from "@/lib/ledger/with/limits/store";
import { describeDatabaseError, isDatabaseUnavailable, isViolationOf } from "@/lib/platform/database/errors";
import { CommitUnknownError } from "./batch";

const RETRY_AFTER_SECONDS = 1;
/** SQLSTATE of a lock that was not given in time. */
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Another process used the same reference, closed the approval or changed a wallet's companions, or the database chose this
 * transaction as a victim: nothing was carried out.
 */
export function isWorthAnotherTry(error: unknown): boolean {
  if (error instanceof CompanionsChangedError) return true;
  const kind = describeDatabaseError(error)?.kind;
  return kind === "unique" || kind === "serialization" || isViolationOf(error, IS_DECIDED);
}

/** Whether another transaction held a row for too long. */
export function isHeldUp(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === LOCK_NOT_AVAILABLE;
}

export function isConnectionTrouble(error: unknown): boolean {
  return error instanceof CommitUnknownError || describeDatabaseError(error)?.kind === "connection";
}

/** Answers a failure with "try again" (1902) where that is true, otherwise with the failure itself. */
export function failure(error: unknown): unknown {
  const isTemporary = error instanceof CommitUnknownError || isDatabaseUnavailable(error);
  return isTemporary ? unavailable("The database did not answer", error) : error;
}

export function unavailable(reason: string, cause?: unknown): DomainError {
  return new DomainError(
    1902,
    {},
    { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: cause ?? new Error(reason) },
  );
}
