import type { ClientBase, Pool } from "pg";
import type { Actor } from "@/lib/ledger/rules/commands";
import { isDomainError } from "@/lib/ledger/rules/errors";
import type { Ledger } from "@/lib/ledger/run/ledger";
import { type Database, readRows } from "@/lib/platform/rows";

/** Wallets and points of lots that were written off although their last day is not over. */
export interface WrittenOff {
  wallets: number;
  points: number;
}

// In a blocked or closed wallet nothing moves; points of a merged one come back to its heir.
const OPEN_LOTS = `lot l JOIN wallet w ON w.id = l.wallet_id AND w.status_id IN (1, 2, 3, 6)
 WHERE l.expires_on >= $1::date AND l.lapsed_points > 0`;

/** @param today the programme's day */
export async function countWrittenOff(database: Database, today: string): Promise<WrittenOff> {
  const [row] = await readRows<{ wallets: string; points: string }>(
    database,
    `SELECT count(DISTINCT l.wallet_id)::text AS wallets, coalesce(sum(l.lapsed_points), 0)::text AS points FROM ${OPEN_LOTS}`,
    [today],
  );
  return { wallets: Number(row?.wallets ?? 0), points: Number(row?.points ?? 0) };
}

const WRITE_OFFS = `
SELECT e.id, w.wallet_code
  FROM ${OPEN_LOTS.replace(" WHERE", " JOIN entry e ON e.wallet_id = l.wallet_id AND e.log_type_id = 5 AND e.expires_on = l.expires_on WHERE")}
   AND e.id > $2 AND NOT EXISTS (SELECT FROM reversal r WHERE r.wallet_id = e.wallet_id AND r.entry_id = e.id AND r.cancelled_by_entry_id IS NOT NULL)
 ORDER BY e.id LIMIT $3`;

const UNAVAILABLE = 1902;
/** Write-offs that are undone at once: few enough that tills do not notice. */
const CONCURRENCY = 16;

export interface Restored {
  /** Write-offs that were undone, and those that could not be. */
  restored: number;
  refused: number;
  points: number;
}

/**
 * Undoes the write-offs of points whose last day is not over: a cancellation each, which puts the points back into their lot. Each is undone once,
 * however often this is carried out; a stopped one is continued by carrying it out again. Throws when the ledger is unavailable (1902).
 */
export async function restoreWrittenOff(
  database: ClientBase | Pool,
  {
    ledger,
    actor,
    today,
    signal,
    pageSize = 500,
  }: {
    ledger: Pick<Ledger, "post">;
    actor: Actor;
    today: string;
    signal?: AbortSignal | undefined;
    pageSize?: number;
  },
): Promise<Restored & { isWhole: boolean }> {
  const done: Restored = { restored: 0, refused: 0, points: 0 };
  let last = 0;
  for (;;) {
    const found = await readRows<{ id: number; wallet_code: string }>(database, WRITE_OFFS, [
      ...[today, last, pageSize],
    ]);
    const waiting = found.values();
    const work = async () => {
      for (const { id, wallet_code: walletCode } of waiting) {
        if (signal?.aborted) return;
        await restoreOne({ walletCode, entryId: Number(id) }, { ledger, actor, done });
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    if (signal?.aborted) return { ...done, isWhole: false };
    if (found.length < pageSize) return { ...done, isWhole: true };
    last = Number(found.at(-1)?.id);
  }
}

async function restoreOne(
  { walletCode, entryId }: { walletCode: string; entryId: number },
  { ledger, actor, done }: { ledger: Pick<Ledger, "post">; actor: Actor; done: Restored },
): Promise<void> {
  try {
    const { entry } = await ledger.post({
      type: "cancel",
      ofLapse: true,
      walletCode,
      target: { entryId },
      actor,
    });
    done.restored += 1;
    done.points += entry.pointsDelta;
  } catch (error) {
    if (!isDomainError(error) || error.code === UNAVAILABLE) throw error;
    done.refused += 1;
  }
}
