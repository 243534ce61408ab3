import type { QueryConfig } from "pg";
import type { Command } from "@/lib/ledger/rules/commands";
import type { Questions, Reading } from "@/lib/ledger/rules/reading";
import { heirsOf } from "@/lib/ledger/with/families/rows";
import { cardsOf, undoingCodes } from "./rows";
import type { ReferralBook, WrittenReferral } from "./words";

// Reads of referrals, besides those of every movement (rules.md §23). Sent only where a newcomer's first reward is still to come, and where
// something is undone that may have been one: all others send what they always did.

const READ_SETTLED = `
SELECT r.wallet_id, r.state = 'taken_back' AS is_taken_back, r.referrer_wallet_id, r.settled_on::text AS settled_on, r.reward_wallet_id, r.reward_entry_id, r.bonus_wallet_id, r.bonus_entry_id,
       (${heirsOf("r.bonus_wallet_id")})[cardinality(${heirsOf("r.bonus_wallet_id")})] AS bonus_heir_id
  FROM unnest($1::text[]) AS wanted (code)
 CROSS JOIN LATERAL (SELECT x.id, x.pool_wallet_id FROM wallet x WHERE x.wallet_code = wanted.code LIMIT 1) w
 CROSS JOIN LATERAL (SELECT x.* FROM referral x WHERE (x.wallet_id = ANY (${cardsOf("w")}) OR x.reward_wallet_id = ANY (${cardsOf("w")} || w.pool_wallet_id))
                        AND x.reward_wallet_id IS NOT NULL LIMIT 100000) r`;

interface SettledRow {
  wallet_id: number;
  is_taken_back: boolean;
  referrer_wallet_id: number;
  settled_on: string;
  reward_wallet_id: number;
  reward_entry_id: number;
  bonus_wallet_id: number | null;
  bonus_entry_id: number | null;
  /** The wallet that has the bonus's points since a merge; null: none. */
  bonus_heir_id: number | null;
}

/** The query for the referrals that the commands may take back, or that were taken back; null where none of them undoes anything. */
function readSettled(commands: readonly Command[]): QueryConfig | null {
  const codes = undoingCodes(commands);
  return codes.length === 0 ? null : { name: "read_settled_referrals", text: READ_SETTLED, values: [codes] };
}

const READ_MONTH = `
SELECT wanted.id AS referrer_id,
       (SELECT count(*)::int FROM (SELECT FROM referral x WHERE x.referrer_wallet_id = wanted.id AND x.state = 'paid' AND x.bonus_entry_id IS NOT NULL
                                      AND x.settled_on >= date_trunc('month', $2::timestamptz AT TIME ZONE p.time_zone)::date LIMIT 1000000) r) AS bonuses
  FROM unnest($1::bigint[]) AS wanted (id) CROSS JOIN programme p WHERE p.id = 1`;

interface MonthRow {
  referrer_id: number;
  bonuses: number;
}

/** The query for the bonuses that these referrers got in the month of `now` in the programme's zone; null where there are none. */
function readMonth(referrerIds: readonly (number | null)[], now: Date): QueryConfig | null {
  const ids = [...new Set(referrerIds)].filter((id) => id !== null);
  if (ids.length === 0) return null;
  return { name: "read_referrals_of_month", text: READ_MONTH, values: [ids, now.toISOString()] };
}

const READ_VISITED = `
SELECT wanted.id
  FROM programme p CROSS JOIN unnest($1::bigint[], $2::bigint[]) AS wanted (id, log_id)
 CROSS JOIN LATERAL (SELECT e.id FROM entry e
                      WHERE e.wallet_id = wanted.log_id AND e.log_type_id = 2 AND coalesce(e.actor_wallet_id, e.wallet_id) = wanted.id
                        AND e.created_at < ($3::timestamptz AT TIME ZONE p.time_zone)::date::timestamp AT TIME ZONE p.time_zone
                        AND (SELECT r.cancelled_by_entry_id FROM reversal r WHERE r.wallet_id = e.wallet_id AND r.entry_id = e.id LIMIT 1) IS NULL
                      ORDER BY e.seq LIMIT 1) visit
 WHERE p.id = 1 AND p.referral_second_visit`;

/** The query for the newcomers among the wallets who had a reward on an earlier day; null where none waits for one. */
function readVisited(
  wallets: readonly { id: number; pool_wallet_id: number | null; open_referrer_id: number | null }[],
  now: Date,
): QueryConfig | null {
  const newcomers = wallets.filter(({ open_referrer_id }) => open_referrer_id !== null);
  if (newcomers.length === 0) return null;
  const logs = newcomers.map(({ id, pool_wallet_id }) => pool_wallet_id ?? id);
  const values = [newcomers.map(({ id }) => id), logs, now.toISOString()];
  return { name: "read_visited_newcomers", text: READ_VISITED, values };
}

/** Converts the rows for the rules. */
function referralBookOf(
  decided: readonly SettledRow[],
  months: readonly MonthRow[],
  visited: readonly { id: number }[],
): Omit<ReferralBook, "newcomerPoints"> {
  const settled = decided.filter(({ is_taken_back }) => !is_taken_back);
  return {
    takenBack: new Set(
      decided.flatMap(({ is_taken_back, reward_entry_id }) => (is_taken_back ? reward_entry_id : [])),
    ),
    visited: new Set(visited.map(({ id }) => id)),
    settled: new Map(
      settled.map((row) => [
        row.reward_entry_id,
        {
          newcomerId: row.wallet_id,
          referrerId: row.referrer_wallet_id,
          settledOn: row.settled_on,
          reward: { walletId: row.reward_wallet_id, entryId: row.reward_entry_id },
          bonus:
            row.bonus_wallet_id === null || row.bonus_entry_id === null
              ? null
              : { walletId: row.bonus_wallet_id, entryId: row.bonus_entry_id, heirId: row.bonus_heir_id },
        },
      ]),
    ),
    bonusesOfMonth: new Map(months.map(({ referrer_id, bonuses }) => [referrer_id, bonuses])),
  };
}

/** Reads the referrals that may be taken back, with their bonuses, and how many bonuses referrers had in this month. */
export function* referralsReader(reading: Reading): Questions {
  const [settled]: [SettledRow[]] = yield () => [readSettled(reading.commands)];
  for (const { is_taken_back, bonus_wallet_id, bonus_entry_id, bonus_heir_id } of settled) {
    if (is_taken_back) continue;
    if (bonus_heir_id !== null) reading.alsoConcerned.push(bonus_heir_id);
    if (bonus_wallet_id !== null) reading.alsoConcerned.push(bonus_wallet_id);
    if (bonus_entry_id !== null) reading.alsoEntries.push(bonus_entry_id);
  }
  const [months, visited]: [MonthRow[], { id: number }[]] = yield () => [
    readMonth(
      reading.wallets.map(({ open_referrer_id }) => open_referrer_id),
      reading.now,
    ),
    readVisited(reading.wallets, reading.now),
  ];
  Object.assign(reading.state.referrals, referralBookOf(settled, months, visited));
}

const WRITE_SETTLED = `
UPDATE referral SET state = $2, settled_on = $3, reward_wallet_id = $4, reward_entry_id = $5, newcomer_points = $6,
       bonus_wallet_id = $7, bonus_entry_id = $8, referrer_points = $9
 WHERE wallet_id = $1`;
// After its referral, which the wallet must agree with.
const WRITE_NO_REFERRER = "UPDATE wallet SET open_referrer_id = NULL WHERE id = $1";
const WRITE_TAKEN_BACK = `
UPDATE referral SET state = 'taken_back', reward_undone_by_entry_id = $2, bonus_undone_by_entry_id = $3 WHERE wallet_id = $1`;

/** Writes what became of a batch's referrals, after its entries, in the order in which it was decided. */
export function referralStatements(written: readonly WrittenReferral[]): QueryConfig[] {
  return written.flatMap(({ outcome, own, follower }): QueryConfig[] => {
    if (outcome.kind === "taken_back") {
      const values = [outcome.referral.newcomerId, own.entryId, follower?.entryId ?? null];
      return [{ name: "write_referral_taken_back", text: WRITE_TAKEN_BACK, values }];
    }
    const { newcomerId, state, settledOn, newcomerPoints } = outcome;
    const values = [newcomerId, state, settledOn, own.walletId, own.entryId, newcomerPoints];
    const bonus = [follower?.walletId ?? null, follower?.entryId ?? null, follower?.points ?? 0];
    return [
      { name: "write_referral", text: WRITE_SETTLED, values: [...values, ...bonus] },
      { name: "write_no_referrer", text: WRITE_NO_REFERRER, values: [newcomerId] },
    ];
  });
}
