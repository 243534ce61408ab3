import type { Pool } from "pg";

/** An attempt on a wallet whose first attempts are refused. */
export interface Attempt {
  clientId: number;
  walletId: number;
  operation: string;
  /** Absent: the request has no reference, so that the next one counts as its repetition. */
  key: string | undefined;
  now: Date;
  /** For so long after the first attempt further ones are refused too; 0: the second one goes through. */
  forSeconds: number;
}

// The key is prefixed, so that none is the same as having none.
const NOTE = `
INSERT INTO sandbox_attempt AS a (client_id, wallet_id, operation, key, at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (client_id, wallet_id, operation, key) DO UPDATE SET at = a.at
RETURNING a.at, (xmax = 0) AS "isNew"`;

const FORGET =
  "DELETE FROM sandbox_attempt WHERE client_id = $1 AND wallet_id = $2 AND operation = $3 AND key = $4";

/** A caller's clock may run a little faster: one that waited as it was told is let through. */
const EARLY_MS = 200;

const READ =
  "SELECT at FROM sandbox_attempt WHERE client_id = $1 AND wallet_id = $2 AND operation = $3 AND key = $4";

const namesOf = ({ clientId, walletId, operation, key }: Omit<Attempt, "forSeconds">) => [
  clientId,
  walletId,
  operation,
  key === undefined ? "" : `k${key}`.slice(0, 255),
];

const isTooSoon = (at: Date, { now, forSeconds }: Attempt) =>
  now.getTime() < at.getTime() + forSeconds * 1_000 - EARLY_MS;

/** Whether the attempt would be refused now, as {@link isFirstAttempt} says. Notes nothing. */
export async function wouldBeFirst(pool: Pool, attempt: Attempt): Promise<boolean> {
  const { rows } = await pool.query<{ at: Date }>(READ, namesOf(attempt));
  const [first] = rows;
  return first === undefined || isTooSoon(first.at, attempt);
}

/** When the attempt was first made: now, where none was noted before. */
export async function firstAttemptAt(pool: Pool, attempt: Omit<Attempt, "forSeconds">): Promise<Date> {
  const named = namesOf(attempt);
  const { rows } = await pool.query<{ at: Date }>(NOTE, [...named, attempt.now]);
  const [first] = rows;
  if (first === undefined) throw new Error("The attempt was not noted");
  return first.at;
}

/** Whether the attempt is to be refused because it is the first, or comes too soon after it. Of two at once one is the first. */
export async function isFirstAttempt(pool: Pool, attempt: Attempt): Promise<boolean> {
  const named = namesOf(attempt);
  const { rows } = await pool.query<{ at: Date; isNew: boolean }>(NOTE, [...named, attempt.now]);
  const [first] = rows;
  if (first === undefined) throw new Error("The attempt was not noted");
  if (first.isNew || isTooSoon(first.at, attempt)) return true;
  if (attempt.key === undefined) await pool.query(FORGET, named);
  return false;
}
