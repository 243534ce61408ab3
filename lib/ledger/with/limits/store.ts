import { hash } from "node:crypto";
import type { QueryConfig } from "pg";
import { commandsWith } from "@/lib/ledger/rules/command-facts";
import { type Actor, type Command, keyName, spaceOf } from "@/lib/ledger/rules/commands";
import type { LedgerState } from "@/lib/ledger/rules/ledger-state";
import { CompanionsChangedError, type Questions, type Reading } from "@/lib/ledger/rules/reading";
import { columnOf } from "@/lib/ledger/rules/setting";
import { billsOf } from "@/lib/ledger/with/bills/store";
import { amountSql, NOTHING } from "@/lib/platform/money";
import {
  type Breach,
  type DayLimits,
  invoiceName,
  LIMIT_NAMES,
  type LimitState,
  type Limits,
  type Marked,
  type OwnDay,
  REPEATED_INVOICE_DAYS,
  sharersOf,
} from "./words";

// Reads of limits, besides those of every movement. Sent only where a command's actor has limits: all others send what they always did.

// Locks of the transaction, taken one after the other. In one order for all, after the wallets: nobody waits in a circle.
const LOCK_LIMITED = "SELECT pg_advisory_xact_lock(wanted.key) FROM unnest($1::bigint[]) AS wanted (key)";

/**
 * Locks, after their wallets, the people and, where the programme limits them, the merchants, branches and tills whose day the commands count in, the invoices that they are for, and `bills`, so that no other
 * process counts them at the same time.
 */
export function lockLimited(
  commands: readonly Command[],
  bills: readonly { merchantId: number; number: string }[],
  programme: DayLimits | undefined,
): QueryConfig | null {
  const limited = commands.filter(isLimited);
  const names = new Set<string>([
    ...countedPeople(limited).map((userId) => `person ${userId}`),
    ...countedMerchants(programme, commands).map((merchantId) => `merchant ${merchantId}`),
    ...PLACES.flatMap((place) => countedAt(place, programme, commands).map((id) => `${place.name} ${id}`)),
    ...invoicesOf(limited).map(({ name }) => `invoice ${name}`),
    ...bills.map(({ merchantId, number }) => `invoice ${invoiceName(merchantId, number)}`),
  ]);
  if (names.size === 0) return null;
  const keys = [...names].map((name) => hash("sha256", name, "buffer").readBigInt64BE());
  keys.sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  return { name: "lock_limited", text: LOCK_LIMITED, values: [keys.map(String)] };
}

const limitsJson = (row: string) =>
  LIMIT_NAMES.map((name) => `'${name}', ${row}.${columnOf(name)}`).join(", ");

/** SQL for what an entry counts for limits of money: its money, or what its points are worth, whichever is more. */
export function countedSql(entry: string, redeemFactor: string): string {
  const money = amountSql(`${entry}.amount_value`, `${entry}.amount_hundredths`);
  const worth = `floor(${amountSql(`${entry}.amount`, "0")} / ${redeemFactor})::bigint`;
  return `greatest(${money}, ${worth})`;
}

const DAY = `
WITH day AS MATERIALIZED (
  SELECT d.date, d.date::timestamp AT TIME ZONE p.time_zone AS starts, (d.date + 1)::timestamp AT TIME ZONE p.time_zone AS ends
    FROM programme p CROSS JOIN LATERAL (SELECT ($1::timestamptz AT TIME ZONE p.time_zone)::date AS date) d WHERE p.id = 1)`;
const IS_CANCELLED = `EXISTS (SELECT FROM reversal r WHERE r.wallet_id = e.wallet_id AND r.entry_id = e.id AND r.cancelled_by_entry_id IS NOT NULL)`;

const PEOPLE = (people: string) => `
SELECT json_agg(json_build_array(d.user_id, d.rewarded_points, d.reversed_hundredths, d.unproved_hundredths))
  FROM unnest(${people}::int[]) AS wanted (id)
 CROSS JOIN LATERAL (SELECT * FROM person_day x WHERE x.user_id = wanted.id AND x.business_date = day.date LIMIT 1) d`;

/** A merchant's day: that of all its people and clients that are counted. */
const MERCHANT_DAYS = (merchants: string) => `
SELECT json_agg(json_build_array(wanted.id, s.points, s.reversed))
  FROM unnest(${merchants}::int[]) AS wanted (id)
 CROSS JOIN LATERAL (SELECT coalesce(sum(d.rewarded_points), 0) AS points, coalesce(sum(d.reversed_hundredths), 0) AS reversed
                       FROM app_user u CROSS JOIN LATERAL (SELECT * FROM person_day x WHERE x.user_id = u.id AND x.business_date = day.date LIMIT 1) d
                      WHERE u.merchant_id = wanted.id) s`;

/** Places whose payments without proof are counted, besides their person and wallet. */
const PLACES = [
  {
    name: "branch",
    days: "branches",
    limit: "branchUnprovedValueMax",
    idOf: ({ branchId }: Actor) => branchId,
  },
  {
    name: "till",
    days: "tills",
    limit: "tillUnprovedValueMax",
    idOf: ({ limitedBy }: Actor) => limitedBy?.tillId ?? null,
  },
] as const;
type Place = (typeof PLACES)[number];

const PLACE_DAYS = ({ name }: Place, ids: string) => `
SELECT json_agg(json_build_array(wanted.id, coalesce((SELECT x.unproved_hundredths FROM ${name}_day x WHERE x.${name}_id = wanted.id AND x.business_date = day.date), 0)))
  FROM unnest(${ids}::int[]) AS wanted (id)`;

/**
 * Owners of the limits that bind, and the fewest and the most rewards that they allow a wallet in a day; null: there is no such limit.
 * Those of the programme and of merchants count only where a person has them: a client may have its own and no others.
 */
const BINDING = (isShared: string, merchants: string, clients: string) => `binding AS MATERIALIZED (
  SELECT 'programme' AS kind, ${isShared}::boolean AS is_shared, p.wallet_rewards_max AS most, NULL::json AS limits FROM programme p WHERE p.id = 1
   UNION ALL SELECT 'merchant', false, m.wallet_rewards_max, json_build_object('id', m.id, ${limitsJson("m")})
               FROM unnest(${merchants}::int[]) AS wanted (id) CROSS JOIN LATERAL (SELECT * FROM merchant x WHERE x.id = wanted.id LIMIT 1) m
   UNION ALL SELECT 'client', NOT c.has_own_limits, c.wallet_rewards_max, json_build_object('id', c.id, 'hasOwnLimits', c.has_own_limits, ${limitsJson("c")})
               FROM unnest(${clients}::int[]) AS wanted (id) CROSS JOIN LATERAL (SELECT * FROM api_client x WHERE x.id = wanted.id LIMIT 1) c),
allowed AS MATERIALIZED (
  SELECT CASE WHEN bool_or(b.is_shared) THEN min(b.most) ELSE min(b.most) FILTER (WHERE b.kind = 'client') END AS fewest,
         CASE WHEN bool_or(b.is_shared) THEN max(b.most) ELSE max(b.most) FILTER (WHERE b.kind = 'client') END AS most,
         json_agg(b.limits) FILTER (WHERE b.kind = 'merchant') AS merchants,
         json_agg(b.limits) FILTER (WHERE b.kind = 'client') AS clients FROM binding b)`;

/** A wallet by `wanted.code`, and whose points it moves. */
const PURSE = `SELECT x.pool_wallet_id, x.last_seq, coalesce(x.pool_wallet_id, x.id) AS purse_id FROM wallet x WHERE x.wallet_code = wanted.code LIMIT 1`;

// A wallet whose whole log and the batch together are no more than the fewest is not counted: none of its rewards can be one too many.
// One is counted up to the most and one more: beyond that every limit refuses. Of a pooled child the pool is counted, and always: others of
// the family may be in the same batch. Rewards of a clock that is ahead, beyond midnight, are not counted today, nor tomorrow where the clock was
// set back and wrote another entry after them.
const REWARDS = (codes: string, counts: string) => `
SELECT json_agg(json_build_array(w.purse_id, CASE WHEN w.pool_wallet_id IS NULL AND w.last_seq + wanted.rewards <= coalesce(allowed.fewest, 2147483647) THEN 0 ELSE (SELECT count(*) FROM (SELECT FROM entry e WHERE e.wallet_id = w.purse_id AND e.seq > coalesce((SELECT x.seq FROM entry x WHERE x.wallet_id = w.purse_id AND x.created_at < day.starts ORDER BY x.seq DESC LIMIT 1), 0) AND e.created_at < day.ends AND e.log_type_id = 2 ORDER BY e.seq LIMIT allowed.most + 1) r) END))
  FROM unnest(${codes}::text[], ${counts}::int[]) AS wanted (code, rewards)
 CROSS JOIN LATERAL (${PURSE}) w`;

const UNPROVED = (codes: string) => `
SELECT json_agg(json_build_array(w.purse_id, e.id, ${countedSql("e", "e.factor")}))
  FROM unnest(${codes}::text[]) AS wanted (code)
 CROSS JOIN LATERAL (${PURSE}) w
 CROSS JOIN LATERAL (SELECT * FROM unproved_redemption x WHERE x.wallet_id = w.purse_id AND x.business_date = day.date ORDER BY x.entry_id LIMIT 100000) u
 CROSS JOIN LATERAL (SELECT * FROM entry x WHERE x.id = u.entry_id LIMIT 1) e
 WHERE NOT ${IS_CANCELLED} AND NOT (e.log_type_id = 12 AND EXISTS (SELECT FROM hold h WHERE h.entry_id = e.id AND h.state = 'released'))`;

// IS TRUE keeps the planner from reading 90 days by branch instead of one invoice.
const INVOICES = (merchants: string, numbers: string) => `
SELECT json_agg(json_build_array(wanted.place, i.id))
  FROM unnest(${merchants}::int[], ${numbers}::text[]) WITH ORDINALITY AS wanted (merchant_id, number, place)
 CROSS JOIN LATERAL (SELECT e.id FROM entry e
                      WHERE lower(e.invoice_number) = lower(wanted.number) AND e.invoice_number IS NOT NULL AND e.log_type_id = 2
                        AND e.merchant_id = wanted.merchant_id AND (e.created_at >= $1::timestamptz - interval '${REPEATED_INVOICE_DAYS} days') IS TRUE AND NOT ${IS_CANCELLED}
                      ORDER BY e.id DESC LIMIT 1) i`;

/** Approvals that the service did not write let nothing pass. */
const IS_OF_SERVICE = `NOT EXISTS (SELECT FROM act_row s WHERE s.table_name = 'till_approval' AND s.row_key = x.id::text AND s.proof IS DISTINCT FROM session_proof())`;

const APPROVALS = (users: string, operations: string, keys: string) => `
SELECT json_agg(json_build_object('userId', a.user_id, 'operation', a.operation, 'key', a.key, 'id', a.id, 'requestHash', encode(a.request_hash, 'base64'),
                'breaches', a.breaches, 'approvedBy', a.decided_by, 'expiresAt', a.expires_at))
  FROM unnest(${users}::int[], ${operations}::smallint[], ${keys}::text[]) AS wanted (user_id, operation, key)
 CROSS JOIN LATERAL (SELECT * FROM till_approval x WHERE x.user_id = wanted.user_id AND x.operation = wanted.operation AND x.key = wanted.key
                        AND x.state = 'approved' AND ${IS_OF_SERVICE} LIMIT 1) a`;

/**
 * Each person's acts of today before the counting of the day began, from the log: every act at a till names its branch. Where a clock was
 * ahead and has been set back, the log has entries of tomorrow, which count tomorrow.
 */
const READ_PEOPLE = `${DAY}
SELECT wanted.id AS user_id, coalesce(sum(e.amount) FILTER (WHERE e.log_type_id = 2), 0)::text AS points,
       coalesce(sum(${countedSql("e", "sv.redeem_factor")}) FILTER (WHERE e.log_type_id IN (3, 4, 11)), 0)::text AS reversed
  FROM day CROSS JOIN unnest($2::int[]) AS wanted (id) CROSS JOIN branch b
  LEFT JOIN LATERAL (SELECT * FROM entry x WHERE x.branch_id = b.id AND x.created_at >= day.starts AND x.created_at < day.ends AND x.user_id = wanted.id ORDER BY x.created_at LIMIT 10000000) e ON true
  LEFT JOIN LATERAL (SELECT * FROM segment_version x WHERE x.id = e.segment_version_id LIMIT 1) sv ON true
 GROUP BY wanted.id`;

/**
 * The query for what limits are checked against; null where no command has a limit. The query has only the parts that its commands need,
 * since each costs the database time even where it finds nothing.
 */
function readLimits(
  commands: readonly Command[],
  now: Date,
  programme: DayLimits | undefined,
): QueryConfig | null {
  const limited = commands.filter(isLimited);
  if (limited.length === 0) return null;
  const values: unknown[] = [now.toISOString()];
  const given = (value: unknown) => `$${values.push(value)}`;
  const parts = new Map<keyof LimitRow, string>();
  const merchants = given(unique(limited.map(({ actor }) => actor.merchantId)));
  const clients = given(unique(limited.map(({ actor }) => actor.limitedBy?.clientId)));
  const isShared = given(limited.some(({ actor }) => actor.limitedBy?.clientId === null));
  const people = countedPeople(limited);
  if (people.length > 0) parts.set("people", PEOPLE(given(people)));
  const counted = countedMerchants(programme, commands);
  if (counted.length > 0) parts.set("days", MERCHANT_DAYS(given(counted)));
  for (const place of PLACES) {
    const ids = countedAt(place, programme, commands);
    if (ids.length > 0) parts.set(place.days, PLACE_DAYS(place, given(ids)));
  }
  const rewards = new Map<string, number>();
  for (const { type, walletCode } of commands)
    if (type === "reward") rewards.set(walletCode, (rewards.get(walletCode) ?? 0) + 1);
  const rewarded = unique(limited.map(({ type, walletCode }) => (type === "reward" ? walletCode : null)));
  const counts = rewarded.map((code) => rewards.get(code) ?? 0);
  if (rewarded.length > 0) parts.set("rewards", REWARDS(given(rewarded), given(counts)));
  const redeemed = unique(
    limited.map(({ type, walletCode }) => (type === "redeem" || type === "hold" ? walletCode : null)),
  );
  if (redeemed.length > 0) parts.set("unproved", UNPROVED(given(redeemed)));
  const invoices = invoicesOf(limited);
  if (invoices.length > 0) {
    const merchantIds = given(invoices.map(({ merchantId }) => merchantId));
    parts.set("invoices", INVOICES(merchantIds, given(invoices.map(({ number }) => number))));
  }
  const referring = limited.filter(({ reference }) => reference !== undefined);
  if (referring.length > 0) {
    const users = given(referring.map(({ actor }) => actor.userId));
    const operations = given(referring.map(spaceOf));
    parts.set(
      "approvals",
      APPROVALS(users, operations, given(referring.map(({ reference }) => reference?.key))),
    );
  }
  const columns = [...parts].map(([name, sql]) => `,\n(${sql}) AS ${name}`);
  return {
    // PostgreSQL tells names apart by their first 63 bytes.
    name: `read_limits ${[...parts.keys()].map((part) => part[0]).join("")}`,
    text: `${DAY}, ${BINDING(isShared, merchants, clients)}
SELECT day.date::text AS day, allowed.merchants, allowed.clients${columns.join("")}
  FROM day CROSS JOIN allowed`,
    values,
  };
}

/** Those of the commands' people whose day was not counted yet, to be read from the log; null where there are none. */
function readUncounted(
  commands: readonly Command[],
  row: LimitRow | undefined,
  now: Date,
): QueryConfig | null {
  if (row === undefined) return null;
  const counted = new Set(row.people?.map(([userId]) => userId));
  const missing = countedPeople(commands.filter(isLimited)).filter((userId) => !counted.has(userId));
  if (missing.length === 0) return null;
  return { name: "read_uncounted_people", text: READ_PEOPLE, values: [now.toISOString(), missing] };
}

interface LimitRow {
  day: string;
  merchants: (Limits & { id: number })[] | null;
  clients: (Limits & { id: number; hasOwnLimits: boolean })[] | null;
  people?: [userId: number, points: number, reversedHundredths: number, unprovedHundredths: number][] | null;
  days?: [merchantId: number, points: number, reversedHundredths: number][] | null;
  branches?: [branchId: number, unprovedHundredths: number][] | null;
  tills?: [tillId: number, unprovedHundredths: number][] | null;
  rewards?: [walletId: number, count: number][] | null;
  unproved?: [walletId: number, entryId: number, hundredths: number][] | null;
  invoices?: [place: number, entryId: number][] | null;
  approvals?:
    | {
        userId: number;
        operation: number;
        key: string;
        id: number;
        requestHash: string;
        breaches: Breach[];
        approvedBy: number;
        expiresAt: string;
      }[]
    | null;
}

interface UncountedRow {
  user_id: number;
  points: string;
  reversed: string;
}

/** Converts the rows for the rules. */
function limitStateOf(
  commands: readonly Command[],
  row: LimitRow | undefined,
  uncounted: readonly UncountedRow[],
): LedgerState["limits"] {
  if (row === undefined) return null;
  const people = new Map<number, OwnDay>();
  for (const [userId, rewardedPoints, reversed, unproved] of row.people ?? [])
    people.set(userId, { rewardedPoints, reversedValue: BigInt(reversed), unprovedValue: BigInt(unproved) });
  // A payment without proof begins the counting of its person's day.
  for (const { user_id, points, reversed } of uncounted)
    people.set(user_id, {
      ...{ rewardedPoints: Number(points), reversedValue: BigInt(reversed) },
      unprovedValue: NOTHING,
    });
  const wallets: LimitState["wallets"] = new Map();
  const dayOf = (walletId: number) => {
    const day = wallets.get(walletId) ?? { rewards: 0, unproved: new Map() };
    wallets.set(walletId, day);
    return day;
  };
  // A pool comes once for each of its family that is in the batch.
  for (const [walletId, count] of row.rewards ?? [])
    dayOf(walletId).rewards = Math.max(dayOf(walletId).rewards, count);
  for (const [walletId, entryId, hundredths] of row.unproved ?? [])
    dayOf(walletId).unproved.set(entryId, BigInt(hundredths));
  const wanted = invoicesOf(commands.filter(isLimited));
  const invoices: LimitState["invoices"] = new Map(wanted.map(({ name }) => [name, new Set()]));
  for (const [place, entryId] of row.invoices ?? [])
    invoices.get(wanted[place - 1]?.name ?? "")?.add(entryId);
  return {
    day: row.day,
    merchants: new Map(row.merchants?.map((merchant) => [merchant.id, merchant])),
    clients: new Map(row.clients?.map((client) => [client.id, client])),
    people,
    merchantDays: new Map(
      row.days?.map(([merchantId, rewardedPoints, reversed]) => [
        merchantId,
        { rewardedPoints, reversedValue: BigInt(reversed) },
      ]),
    ),
    branches: new Map(row.branches?.map(([branchId, hundredths]) => [branchId, BigInt(hundredths)])),
    tills: new Map(row.tills?.map(([tillId, hundredths]) => [tillId, BigInt(hundredths)])),
    wallets,
    invoices,
    approvals: new Map(
      row.approvals?.map(({ userId, operation, key, expiresAt, ...approval }) => [
        keyName(userId, operation, key),
        { ...approval, expiresAt: new Date(expiresAt) },
      ]),
    ),
  };
}

/** Locks those whose days, invoices and bills the commands count in. */
export function* limitLocks({ commands, locks, known }: Reading): Questions {
  if (locks) yield () => [lockLimited(commands, billsOf(known?.programme, commands), known?.programme)];
}

/** Reads what limits are checked against. */
export function* limitsReader(reading: Reading): Questions {
  const { commands, now, known, locks } = reading;
  if (!commands.some(isLimited)) return;
  const [[row]]: [LimitRow[]] = yield () => [readLimits(commands, now, known?.programme)];
  const [uncounted]: [UncountedRow[]] = yield () => [readUncounted(commands, row, now)];
  // Days of merchants, branches and tills that the present rules limit, and those of before did not, were neither locked nor read.
  const limited = (programme: DayLimits | undefined) =>
    [
      countedMerchants(programme, commands),
      ...PLACES.map((place) => countedAt(place, programme, commands)),
    ].map(({ length }) => length);
  const before = limited(known?.programme);
  if (locks && limited(reading.rules.programme).some((count, kind) => count > (before[kind] ?? 0)))
    throw new CompanionsChangedError();
  reading.state.limits = limitStateOf(commands, row, uncounted);
}

const WRITE_PEOPLE = `
INSERT INTO person_day (user_id, business_date, rewarded_points, reversed_hundredths, unproved_hundredths)
SELECT wanted.id, $2::date, wanted.points, wanted.reversed, wanted.unproved
  FROM unnest($1::int[], $3::bigint[], $4::bigint[], $5::bigint[]) AS wanted (id, points, reversed, unproved)
ON CONFLICT (user_id, business_date) DO UPDATE SET rewarded_points = excluded.rewarded_points, reversed_hundredths = excluded.reversed_hundredths,
       unproved_hundredths = excluded.unproved_hundredths`;
const WRITE_PLACES = ({ name }: Place) => `
INSERT INTO ${name}_day (${name}_id, business_date, unproved_hundredths)
SELECT wanted.id, $2::date, wanted.unproved FROM unnest($1::int[], $3::bigint[]) AS wanted (id, unproved)
ON CONFLICT (${name}_id, business_date) DO UPDATE SET unproved_hundredths = excluded.unproved_hundredths`;
const WRITE_UNPROVED = `
INSERT INTO unproved_redemption (wallet_id, entry_id, business_date) SELECT w.wallet_id, w.entry_id, $3::date FROM unnest($1::bigint[], $2::bigint[]) AS w (wallet_id, entry_id)`;
const WRITE_REPEATED = `
INSERT INTO repeated_invoice (entry_id, earlier_entry_id) SELECT * FROM unnest($1::bigint[], $2::bigint[])`;
/** The check that breaks a batch whose approval was used or closed after it was read: the batch is worth another try. */
export const IS_DECIDED = "till_approval_decided";
const WRITE_USED = `
WITH used AS (UPDATE till_approval a SET state = 'used', entry_id = w.entry_id
                FROM unnest($1::int[], $2::bigint[]) AS w (id, entry_id) WHERE a.id = w.id RETURNING a.id, a.entry_id, a.decided_by)
INSERT INTO entry_approval (entry_id, approval_id, approved_by) SELECT entry_id, id, decided_by FROM used`;

/** Writes what is remembered of a batch's entries, in the order in which it has to be written. Nothing where nothing is. */
export function limitStatements(limits: LimitState | null, marked: readonly Marked[]): QueryConfig[] {
  if (limits === null || marked.length === 0) return [];
  const statements: QueryConfig[] = [];
  // Days that were read are locked: whoever shares one begins its counting with it.
  const people = [...limits.people].map(([userId, day]) => ({ userId, ...day }));
  if (people.length > 0) {
    people.sort((one, other) => one.userId - other.userId);
    const values = [
      people.map(({ userId }) => userId),
      limits.day,
      people.map(({ rewardedPoints }) => rewardedPoints),
      people.map(({ reversedValue }) => String(reversedValue)),
      people.map(({ unprovedValue }) => String(unprovedValue)),
    ];
    statements.push({ name: "write_person_days", text: WRITE_PEOPLE, values });
  }
  const unproved = marked.filter(({ marks }) => marks.isUnproved).map(({ entry }) => entry);
  if (unproved.length > 0) {
    const values = [unproved.map(({ walletId }) => walletId), unproved.map(({ id }) => id), limits.day];
    statements.push({ name: "write_unproved", text: WRITE_UNPROVED, values });
    for (const place of PLACES) {
      const days = [...limits[place.days]].sort(([one], [other]) => one - other);
      const at = [days.map(([id]) => id), limits.day, days.map(([, value]) => String(value))];
      if (days.length > 0)
        statements.push({ name: `write_${place.name}_days`, text: WRITE_PLACES(place), values: at });
    }
  }
  const repeated = marked.filter(({ marks }) => marks.repeatsEntryId !== null);
  if (repeated.length > 0) {
    const values = [repeated.map(({ entry }) => entry.id), repeated.map(({ marks }) => marks.repeatsEntryId)];
    statements.push({ name: "write_repeated", text: WRITE_REPEATED, values });
  }
  const approved = marked.filter(({ marks }) => marks.approval !== null);
  if (approved.length > 0) {
    const values = [approved.map(({ marks }) => marks.approval?.id), approved.map(({ entry }) => entry.id)];
    statements.push({ name: "write_used_approvals", text: WRITE_USED, values });
  }
  return statements;
}

function isLimited({ actor }: Command): boolean {
  return actor.limitedBy !== undefined;
}

const COUNTED = commandsWith(({ counts }) => counts);
/** Commands that customers prove to be theirs, or do not. */
const PAID = commandsWith(({ limits }) => limits.includes("unprovedValueMax"));

/** Users whose day the commands count in, and those who share it. */
function countedPeople(limited: readonly Command[]): number[] {
  return unique(
    limited.flatMap(({ type, actor: { userId, limitedBy } }) => {
      const isOfPerson = PAID.has(type) && limitedBy?.clientId === null;
      const isCounted = limitedBy?.isCounted && (COUNTED.has(type) || isOfPerson);
      return isCounted ? sharersOf({ userId, shares: limitedBy.shares }) : [];
    }),
  );
}

/** Merchants whose day the commands count in, in order; none where the programme does not limit them. */
function countedMerchants(programme: DayLimits | undefined, commands: readonly Command[]): number[] {
  if (programme === undefined) return [];
  const { merchantRewardPointsMax, merchantReversedValueMax } = programme;
  if (merchantRewardPointsMax === null && merchantReversedValueMax === null) return [];
  return unique(
    commands.map(({ type, actor }) =>
      COUNTED.has(type) && actor.limitedBy?.isCounted ? actor.merchantId : null,
    ),
  );
}

/** Branches or tills whose day the commands count in, in order; none where the programme does not limit them. */
function countedAt(
  { limit, idOf }: Place,
  programme: DayLimits | undefined,
  commands: readonly Command[],
): number[] {
  if (programme === undefined || programme[limit] === null) return [];
  return unique(
    commands.map(({ type, actor }) => (PAID.has(type) && actor.limitedBy !== undefined ? idOf(actor) : null)),
  );
}

/** The invoices of rewards, each once. */
function invoicesOf(limited: readonly Command[]): { name: string; merchantId: number; number: string }[] {
  const invoices = new Map<string, { name: string; merchantId: number; number: string }>();
  for (const { type, actor, invoiceNumber: number } of limited) {
    if (type !== "reward" || actor.merchantId === null || number === undefined) continue;
    const name = invoiceName(actor.merchantId, number);
    invoices.set(name, { name, merchantId: actor.merchantId, number });
  }
  return [...invoices.values()];
}

function unique<Value extends string | number>(values: readonly (Value | null | undefined)[]): Value[] {
  return [...new Set(values.filter((value) => value !== null && value !== undefined))] as Value[];
}
