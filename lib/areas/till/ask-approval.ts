import type { Pool, PoolClient } from "pg";
import type { OperationId } from "@/lib/ledger/rules/command-facts";
import type { Reference } from "@/lib/ledger/rules/commands";
import { type Breach, isAskedIn } from "@/lib/ledger/with/limits/words";
import { isReviewName } from "@/lib/ledger/with/reviews/words";
import type { Clock } from "@/lib/platform/clock";
import { moneyOf } from "@/lib/platform/money";
import { inTransaction } from "@/lib/platform/transaction";

/** A movement that passes limits or is held for review, as it was asked for. */
export interface AskedMovement {
  /** Owner of the reference: the cashier, or the technical user of an API client. */
  userId: number;
  merchantId: number;
  branchId: number;
  walletId: number;
  operation: OperationId;
  reference: Reference;
  breaches: readonly Breach[];
  points: number;
  /** In currency units. */
  value: number;
}

/** How long a request can be decided, and what was approved be carried out. */
export const APPROVAL_MINUTES = 10;
/** The same of what is held for review: whoever looks at it is not at the till. */
export const REVIEW_MINUTES = 24 * 60;

/** Requests under the same reference wait: each finds the row that the one before has written. */
const LOCK = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
const FIND = `
SELECT id, kind, state, expires_at > $4::timestamptz AS is_live, request_hash = $5::bytea AS is_same, breaches
  FROM till_approval WHERE user_id = $1 AND operation = $2 AND key = $3 ORDER BY id DESC LIMIT 1 FOR UPDATE`;
const CLOSE =
  "UPDATE till_approval SET state = 'expired', decided_by = NULL, decided_at = NULL WHERE id = $1 AND state IN ('pending', 'approved')";
const ASK = `
INSERT INTO till_approval (user_id, operation, key, request_hash, wallet_id, merchant_id, branch_id, points, value_hundredths, breaches, asked_at, expires_at, kind)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11::timestamptz, $12::timestamptz, $13) RETURNING id`;

/**
 * Asks for a person to let a movement pass its limits, or to look at one that is held for review; returns the request's number. While a request for the same movement and
 * the same limits lives, decided or not, it is that one: asking again changes nothing. One that was refused can be asked about
 * again once its time is over; one that was refused after a look stays refused.
 */
export function askApproval(
  { pool, clock }: { pool: Pool; clock: Clock },
  asked: AskedMovement,
): Promise<number> {
  return inTransaction(pool, (client) => ask(client, clock.now(), asked));
}

interface FoundRow {
  id: number;
  kind: string;
  state: string;
  is_live: boolean;
  is_same: boolean;
  breaches: Breach[];
}

async function ask(client: PoolClient, now: Date, asked: AskedMovement): Promise<number> {
  const { userId, operation, reference } = asked;
  const hash = Buffer.from(reference.requestHash, "base64");
  await client.query(LOCK, [`${userId} ${operation} ${reference.key}`]);
  const found = await client.query<FoundRow>(FIND, [
    userId,
    operation,
    reference.key,
    now.toISOString(),
    hash,
  ]);
  const [present] = found.rows;
  if (present !== undefined) {
    const isCovered = isAskedIn(present.breaches, asked.breaches);
    if (present.kind === "review" && present.state === "refused" && present.is_same) return present.id;
    if (present.is_live && present.is_same && isCovered && present.state !== "expired") return present.id;
    await client.query(CLOSE, [present.id]);
  }
  const isReview = asked.breaches.some(({ limit }) => isReviewName(limit));
  const minutes = isReview ? REVIEW_MINUTES : APPROVAL_MINUTES;
  const { rows } = await client.query<{ id: number }>(ASK, [
    userId,
    operation,
    reference.key,
    hash,
    asked.walletId,
    asked.merchantId,
    asked.branchId,
    asked.points,
    String(moneyOf(asked.value)),
    JSON.stringify(asked.breaches),
    now.toISOString(),
    new Date(now.getTime() + minutes * 60_000).toISOString(),
    isReview ? "review" : "limit",
  ]);
  const [row] = rows;
  if (row === undefined) throw new Error("A request for approval was not written");
  return row.id;
}
