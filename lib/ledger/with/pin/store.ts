import type { QueryConfig } from "pg";
import type { Command } from "@/lib/ledger/rules/commands";
import { nothing, type Questions, type Reading } from "@/lib/ledger/rules/reading";
import type { Writes } from "@/lib/ledger/rules/writes";

/** After the wallets, and in the order of their ids, so that batches wait for each other instead of deadlocking. */
const LOCK_CALLERS =
  "SELECT user_id, wrong_at FROM pin_caller WHERE user_id = ANY ($1::int[]) ORDER BY user_id FOR UPDATE";

/** Those whose typed PINs are about to be judged; null where no PIN was typed. */
function lockCallers(commands: readonly Command[]): QueryConfig | null {
  const typed = commands.flatMap((command) =>
    (command.type === "redeem" || command.type === "hold") && command.pin.kind === "checked"
      ? [command.actor.userId]
      : [],
  );
  return typed.length === 0
    ? null
    : { name: "lock_callers", text: LOCK_CALLERS, values: [[...new Set(typed)]] };
}

/** Reads and locks the wrong PINs of callers whose PINs are about to be judged. */
export function* callersReader(reading: Reading): Questions {
  const { commands, locks } = reading;
  const [callers]: [{ user_id: number; wrong_at: Date[] }[]] = yield () => [
    locks ? lockCallers(commands) : null,
  ];
  yield nothing;
  for (const { user_id, wrong_at } of callers) reading.state.callers.set(user_id, wrong_at);
}

// Only while the PIN is the one that was tried: setting another PIN does not wait for the wallet's lock.
const WRITE_PIN = `
UPDATE wallet_pin SET failed_in_row = $2, failed_at = $3, locked_until = $4, merchants = $6 WHERE wallet_id = $1 AND version = $5`;

const WRITE_CALLER = `
INSERT INTO pin_caller (user_id, wrong_at) VALUES ($1, $2) ON CONFLICT (user_id) DO UPDATE SET wrong_at = excluded.wrong_at`;

/** Writes attempts on PINs, and the wrong ones of callers in the order in which these are locked. */
export function pinStatements({ pins, callers }: Pick<Writes, "pins" | "callers">): QueryConfig[] {
  return [
    ...[...pins].map(([walletId, { version, failedInRow, failedAt, lockedUntil, merchants }]) => {
      const tallies = JSON.stringify(Object.fromEntries(merchants));
      const values = [walletId, failedInRow, failedAt, lockedUntil, version, tallies];
      return { name: "write_pin", text: WRITE_PIN, values };
    }),
    ...[...callers]
      .sort(([one], [other]) => one - other)
      .map(([userId, wrongAt]) => ({ name: "write_caller", text: WRITE_CALLER, values: [userId, wrongAt] })),
  ];
}
