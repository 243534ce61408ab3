import type { QueryConfig } from "pg";
import { commandsWith } from "@/lib/ledger/rules/command-facts";
import { type Command, keyName, spaceOf } from "@/lib/ledger/rules/commands";
import type { ProgrammeRules } from "@/lib/ledger/rules/ledger-state";
import { nothing, type Questions, type Reading } from "@/lib/ledger/rules/reading";
import type { Breach } from "@/lib/ledger/with/limits/words";
import { isAnyReviewOn, isReviewName, minutesLookedBack, type ReviewState } from "./words";

// Reads of the rules of review, besides those of every movement: one statement, sent only where a rule is on and a command's actor has
// limits. Each lookup is by an index, and looks back no further than the rules do.

/** More rewards of one wallet within two hours are not told apart: any rule has held long before. */
const RECENT_MAX = 500;

const OWN_NUMBERS = `
(SELECT json_agg(json_build_array(s.user_id, s.msisdn)) FROM staff_number s WHERE s.user_id = ANY ($1::int[]))`;

const RECENT = `
(SELECT json_agg(DISTINCT jsonb_build_array(w.purse_id, e.id, e.user_id, e.created_at))
   FROM unnest($2::text[]) AS wanted (code)
  CROSS JOIN LATERAL (SELECT coalesce(x.pool_wallet_id, x.id) AS purse_id FROM wallet x WHERE x.wallet_code = wanted.code LIMIT 1) w
  CROSS JOIN LATERAL (SELECT * FROM entry x WHERE x.wallet_id = w.purse_id
                         AND x.seq > coalesce((SELECT y.seq FROM entry y WHERE y.wallet_id = w.purse_id AND y.created_at < $3::timestamptz ORDER BY y.seq DESC LIMIT 1), 0)
                         AND x.log_type_id = 2 AND x.user_id = ANY ($1::int[]) AND x.branch_id IS NOT NULL ORDER BY x.seq DESC LIMIT ${RECENT_MAX}) e
  WHERE NOT EXISTS (SELECT FROM reversal r WHERE r.wallet_id = e.wallet_id AND r.entry_id = e.id AND r.cancelled_by_entry_id IS NOT NULL))`;

/** The last that was asked under a reference counts: one with another content takes its place. */
const HELD = `
(SELECT json_agg(json_build_object('userId', a.user_id, 'operation', a.operation, 'key', a.key,
                'requestHash', encode(a.request_hash, 'base64'), 'breaches', a.breaches))
   FROM unnest($4::int[], $5::smallint[], $6::text[]) AS wanted (user_id, operation, key)
  CROSS JOIN LATERAL (SELECT * FROM till_approval x WHERE x.kind = 'review' AND x.user_id = wanted.user_id
                         AND x.operation = wanted.operation AND x.key = wanted.key ORDER BY x.id DESC LIMIT 1) a
  WHERE a.state = 'refused' OR (a.state = 'pending' AND a.expires_at > $7::timestamptz))`;

const READ = `SELECT ${OWN_NUMBERS} AS own, ${RECENT} AS recent, ${HELD} AS held`;

/** The query for what rules of review are checked against; null where none is on, or nobody is checked. */
function readReviews(
  programme: ProgrammeRules | undefined,
  commands: readonly Command[],
  now: Date,
): QueryConfig | null {
  const limited = commands.filter(({ actor }) => actor.limitedBy !== undefined);
  if (programme === undefined || limited.length === 0 || !isAnyReviewOn(programme)) return null;
  const minutes = minutesLookedBack(programme);
  const lookingBack = minutes === 0 ? [] : limited.filter(({ type }) => LOOKING_BACK.has(type));
  const referring = limited.filter(({ reference }) => reference !== undefined);
  const values = [
    [...new Set(limited.map(({ actor }) => actor.userId))],
    [...new Set(lookingBack.map(({ walletCode }) => walletCode))],
    new Date(now.getTime() - minutes * 60_000).toISOString(),
    referring.map(({ actor }) => actor.userId),
    referring.map(spaceOf),
    referring.map(({ reference }) => reference?.key),
    now.toISOString(),
  ];
  return { name: "read_reviews", text: READ, values };
}

const LOOKING_BACK = commandsWith(({ reviewed }) => reviewed === "movements");

interface ReviewRow {
  own: [userId: number, msisdn: string][] | null;
  recent: [walletId: number, entryId: number, userId: number, createdAt: string][] | null;
  held: { userId: number; operation: number; key: string; requestHash: string; breaches: Breach[] }[] | null;
}

/** Converts the row for the rules; null where there is none. */
function reviewStateOf(row: ReviewRow | undefined): ReviewState | null {
  if (row === undefined) return null;
  const ownNumbers = new Map<number, Set<string>>();
  for (const [userId, msisdn] of row.own ?? [])
    ownNumbers.set(userId, (ownNumbers.get(userId) ?? new Set()).add(msisdn));
  const recent: ReviewState["recent"] = new Map();
  for (const [walletId, id, userId, createdAt] of row.recent ?? [])
    recent.set(walletId, [...(recent.get(walletId) ?? []), { id, userId, createdAt: new Date(createdAt) }]);
  return {
    ownNumbers,
    recent,
    held: new Map(
      row.held?.map(({ userId, operation, key, requestHash, breaches }) => [
        keyName(userId, operation, key),
        {
          requestHash,
          reasons: breaches.flatMap(({ limit, ...figures }) =>
            isReviewName(limit) ? [{ limit, ...figures }] : [],
          ),
        },
      ]),
    ),
  };
}

/** Reads what rules of review are checked against, once more where this connection did not know the rules when it began. */
export function* reviewsReader(reading: Reading): Questions {
  const { commands, now, known } = reading;
  if (!commands.some(({ actor }) => actor.limitedBy !== undefined)) return;
  const ask = (programme: ProgrammeRules | undefined) => () => [readReviews(programme, commands, now)];
  let [[row]]: [ReviewRow[]] = yield ask(known?.programme);
  yield nothing;
  if (reading.rules !== known) [[row]] = (yield ask(reading.rules.programme)) as [ReviewRow[]];
  reading.state.reviews = reviewStateOf(row);
}
