import { type ClientBase, type CustomTypesConfig, type QueryConfig, type QueryResult, types } from "pg";
import {
  CANCELLABLE_OPERATIONS,
  type Command,
  type KeyState,
  keyName,
  type LedgerState,
  OPERATION_OF_COMMAND,
  type PinState,
  type ProgrammeRules,
  type WalletState,
} from "../commands";
import type { WalletStatusId } from "../types";
import {
  type EntryRow,
  entryJson,
  entryOf,
  type ReversalRow,
  reversalOf,
  type SegmentVersionRow,
  segmentVersionJson,
  segmentVersionOf,
} from "./rows";

/** Sends a statement; the connection pipelines those that are sent without waiting. */
export type Send = (query: QueryConfig) => Promise<QueryResult>;

const INT8 = 20;

/**
 * Sends over `client`, reading bigint as whole numbers (points, ids: all below 2^53) rather than as text. After
 * `timeoutMs` without an answer a pipelining connection is closed and everything on it fails: a server that has
 * vanished without a word would otherwise be waited for until the network gives up, a quarter of an hour later.
 */
export function sender(client: Pick<ClientBase, "query">, timeoutMs?: number): Send {
  const settings = {
    types: { getTypeParser },
    ...(timeoutMs === undefined ? {} : { query_timeout: timeoutMs }),
  };
  return (query) => client.query({ ...query, ...settings });
}

const getTypeParser: CustomTypesConfig["getTypeParser"] = (oid, format) =>
  oid === INT8 ? wholeNumber : types.getTypeParser(oid, format);

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a whole number`);
  return value;
}

// Every lookup is a lateral one with LIMIT 1, so that a plan made while a table was still empty stays an index lookup.

const LOCK_WALLETS = `SELECT id FROM wallet WHERE wallet_code = ANY ($1::text[]) ORDER BY id FOR NO KEY UPDATE`;

const READ_WALLETS = `
SELECT w.id AS id, w.wallet_code, w.contact_msisdn, w.status_id, w.is_opted_in, w.opted_in_at, w.redemption_enabled,
       w.merged_into_wallet_id AS merged_into_wallet_id, w.segment_id, w.segment_chosen_at_points, w.last_seq, w.balance AS balance,
       w.accumulated AS accumulated, w.redeemed AS redeemed, w.suspended AS suspended, w.last_hash,
       to_jsonb(p) AS profile, to_jsonb(pin) - 'hash' AS pin,
       (SELECT json_agg(json_build_array(l.expires_on, l.points)) FROM lot l WHERE l.wallet_id = w.id AND l.points > 0) AS lots
  FROM unnest($1::text[]) AS wanted (code)
 CROSS JOIN LATERAL (SELECT * FROM wallet x WHERE x.wallet_code = wanted.code LIMIT 1) w
  LEFT JOIN LATERAL (SELECT name, email, address, gender, birth_date, nid FROM wallet_profile x WHERE x.wallet_id = w.id LIMIT 1) p ON true
  LEFT JOIN LATERAL (SELECT * FROM wallet_pin x WHERE x.wallet_id = w.id LIMIT 1) pin ON true`;

const READ_RULES = `
SELECT (SELECT to_jsonb(p) FROM programme p WHERE p.id = 1) AS programme,
       (SELECT jsonb_agg(${segmentVersionJson("s")} ORDER BY s.value) FROM segment_version s WHERE s.is_current) AS segments`;

const ENTRY_WITH_REVERSALS = `
  LEFT JOIN LATERAL (SELECT * FROM entry x WHERE e.log_type_id IN (3, 4) AND x.id = e.related_entry_id AND x.wallet_id = e.wallet_id LIMIT 1) o ON true
  LEFT JOIN LATERAL (SELECT * FROM reversal x WHERE x.wallet_id = e.wallet_id AND x.entry_id = e.id LIMIT 1) er ON true
  LEFT JOIN LATERAL (SELECT * FROM reversal x WHERE x.wallet_id = o.wallet_id AND x.entry_id = o.id LIMIT 1) ori ON true
  LEFT JOIN LATERAL (SELECT * FROM segment_version x WHERE x.id = e.segment_version_id LIMIT 1) sv ON true
  LEFT JOIN LATERAL (SELECT * FROM merchant x WHERE x.id = e.merchant_id LIMIT 1) m ON true`;
const ENTRY_COLUMNS = `${entryJson("e")} AS entry, ${entryJson("o")} AS origin, to_jsonb(er) AS entry_reversal, to_jsonb(ori) AS origin_reversal,
  CASE WHEN sv.id IS NOT NULL THEN ${segmentVersionJson("sv")} END AS segment_version, to_jsonb(m) AS merchant`;

const READ_KEYS = `
SELECT k.user_id, k.operation, k.key, k.wallet_id AS wallet_id, k.entry_id AS entry_id, k.request_hash, w.wallet_code, ${ENTRY_COLUMNS}
  FROM unnest($1::int[], $2::smallint[], $3::text[]) AS wanted (user_id, operation, key)
 CROSS JOIN LATERAL (SELECT * FROM idempotency_key x WHERE x.user_id = wanted.user_id AND x.operation = wanted.operation AND x.key = wanted.key LIMIT 1) k
 CROSS JOIN LATERAL (SELECT x.wallet_code FROM wallet x WHERE x.id = k.wallet_id LIMIT 1) w
  LEFT JOIN LATERAL (SELECT * FROM entry x WHERE x.id = k.entry_id AND x.wallet_id = k.wallet_id LIMIT 1) e ON true ${ENTRY_WITH_REVERSALS}`;

const READ_ENTRIES = `
SELECT w.wallet_code, ${ENTRY_COLUMNS}
  FROM unnest($1::text[], $2::bigint[]) AS wanted (wallet_code, entry_id)
 CROSS JOIN LATERAL (SELECT x.id, x.wallet_code FROM wallet x WHERE x.wallet_code = wanted.wallet_code LIMIT 1) w
 CROSS JOIN LATERAL (SELECT * FROM entry x WHERE x.id = wanted.entry_id AND x.wallet_id = w.id LIMIT 1) e ${ENTRY_WITH_REVERSALS}`;

/** Locks the wallets that the commands touch, in the order of their ids, whatever the order of the commands. */
export function lockWallets(send: Send, commands: readonly Command[]): Promise<unknown> {
  return send({ name: "lock_wallets", text: LOCK_WALLETS, values: [walletCodes(commands)] });
}

/** Takes `count` new entry ids. Sent after the lock, so that ids rise within each wallet. */
export async function takeEntryIds(send: Send, count: number): Promise<number[]> {
  const { rows } = await send({
    name: "take_entry_ids",
    text: "SELECT nextval('entry_id_seq') AS id FROM generate_series(1, $1)",
    values: [count],
  });
  return rows.map((row: { id: number }) => row.id);
}

/** Everything the rules may look at for these commands. All statements are sent at once: one round trip. */
export async function readState(send: Send, commands: readonly Command[]): Promise<LedgerState> {
  const keys = wantedKeys(commands);
  const entries = wantedEntries(commands);
  const [wallets, rules, keyRows, entryRows] = await Promise.all([
    send({ name: "read_wallets", text: READ_WALLETS, values: [walletCodes(commands)] }),
    send({ name: "read_rules", text: READ_RULES }),
    keys === null ? null : send({ name: "read_keys", text: READ_KEYS, values: keys }),
    entries === null ? null : send({ name: "read_entries", text: READ_ENTRIES, values: entries }),
  ]);
  const state = stateOf(rules.rows[0] as RulesRow, wallets.rows as WalletRow[]);
  for (const row of (keyRows?.rows ?? []) as KeyRow[]) {
    state.keys.set(keyName(row.user_id, row.operation, row.key), keyOf(row));
    addEntry(state, row);
  }
  for (const row of (entryRows?.rows ?? []) as EntryBundleRow[]) addEntry(state, row);
  return state;
}

function walletCodes(commands: readonly Command[]): string[] {
  const codes = new Set<string>();
  for (const command of commands) {
    codes.add(command.walletCode);
    if (command.type === "transfer") codes.add(command.toWalletCode);
  }
  return [...codes];
}

/** References to look up, as parallel arrays: the commands' own, and those that a cancel names. */
function wantedKeys(commands: readonly Command[]): [number[], number[], string[]] | null {
  const userIds: number[] = [];
  const operations: number[] = [];
  const keys: string[] = [];
  const want = (userId: number, operation: number, key: string) => {
    userIds.push(userId);
    operations.push(operation);
    keys.push(key);
  };
  for (const command of commands) {
    const { actor, reference } = command;
    if (reference !== undefined) want(actor.userId, OPERATION_OF_COMMAND[command.type], reference.key);
    if (command.type === "cancel" && "originalKey" in command.target) {
      for (const operation of CANCELLABLE_OPERATIONS)
        want(actor.userId, operation, command.target.originalKey);
    }
  }
  return keys.length === 0 ? null : [userIds, operations, keys];
}

function wantedEntries(commands: readonly Command[]): [string[], number[]] | null {
  const codes: string[] = [];
  const ids: number[] = [];
  for (const command of commands) {
    const id =
      command.type === "refund"
        ? command.entryId
        : command.type === "cancel" && "entryId" in command.target
          ? command.target.entryId
          : undefined;
    if (id === undefined) continue;
    codes.push(command.walletCode);
    ids.push(id);
  }
  return ids.length === 0 ? null : [codes, ids];
}

interface RulesRow {
  programme: {
    time_zone: string;
    points_validity_months: number;
    refund_grace_days: number;
    cancel_window_business_days: number;
    weekend_days: number[];
    cancelled_reward_policy: ProgrammeRules["cancelledRewardPolicy"];
    pin_policy: ProgrammeRules["pinPolicy"];
    pin_above_value: number | null;
    points_per_entry_max: number;
    balance_max: number;
  } | null;
  segments: SegmentVersionRow[] | null;
}

interface WalletRow {
  id: number;
  wallet_code: string;
  contact_msisdn: string;
  status_id: number;
  is_opted_in: boolean;
  opted_in_at: Date | null;
  redemption_enabled: boolean;
  merged_into_wallet_id: number | null;
  segment_chosen_at_points: number | null;
  segment_id: number;
  last_seq: number;
  balance: number;
  accumulated: number;
  redeemed: number;
  suspended: number;
  last_hash: Buffer | null;
  profile: {
    name: string | null;
    email: string | null;
    address: string | null;
    gender: string | null;
    birth_date: string | null;
    nid: string | null;
  } | null;
  pin: { version: number; failed_in_row: number; failed_at: string[]; locked_until: string | null } | null;
  lots: [string, number][] | null;
}

interface EntryBundleRow {
  wallet_code: string;
  entry: EntryRow | null;
  origin: EntryRow | null;
  entry_reversal: ReversalRow | null;
  origin_reversal: ReversalRow | null;
  segment_version: SegmentVersionRow | null;
  /** The entry's merchant, whose rules bind its refund. */
  merchant: { id: number; refund_window_days: number; refund_same_branch_only: boolean } | null;
}

interface KeyRow extends EntryBundleRow {
  user_id: number;
  operation: number;
  key: string;
  wallet_id: number;
  entry_id: number | null;
  request_hash: Buffer;
}

function stateOf({ programme, segments }: RulesRow, wallets: WalletRow[]): LedgerState {
  if (programme === null) throw new Error("The programme is not set up: the table programme is empty");
  const versions = (segments ?? []).map(segmentVersionOf);
  const bySegment = new Map(versions.map((version) => [version.segmentId, version]));
  return {
    programme: {
      timeZone: programme.time_zone,
      pointsValidityMonths: programme.points_validity_months,
      refundGraceDays: programme.refund_grace_days,
      cancelWindowBusinessDays: programme.cancel_window_business_days,
      weekendDays: programme.weekend_days,
      cancelledRewardPolicy: programme.cancelled_reward_policy,
      pinPolicy: programme.pin_policy,
      pinAboveValue: programme.pin_above_value,
      pointsPerEntryMax: programme.points_per_entry_max,
      balanceMax: programme.balance_max,
    },
    merchants: new Map(),
    segments: versions,
    segmentVersions: new Map(versions.map((version) => [version.versionId, version])),
    wallets: new Map(
      wallets.map((row) => {
        const segment = bySegment.get(row.segment_id);
        if (segment === undefined) throw new Error(`Segment ${row.segment_id} has no current version`);
        return [row.wallet_code, walletOf(row, segment)];
      }),
    ),
    keys: new Map(),
  };
}

function walletOf(row: WalletRow, segment: WalletState["segment"]): WalletState {
  return {
    id: row.id,
    walletCode: row.wallet_code,
    contactMsisdn: row.contact_msisdn,
    statusId: row.status_id as WalletStatusId,
    isOptedIn: row.is_opted_in,
    optedInAt: row.opted_in_at,
    redemptionEnabled: row.redemption_enabled,
    mergedIntoWalletId: row.merged_into_wallet_id,
    segment,
    segmentChosenAtPoints: row.segment_chosen_at_points,
    profile: {
      name: row.profile?.name ?? null,
      email: row.profile?.email ?? null,
      address: row.profile?.address ?? null,
      gender: row.profile?.gender ?? null,
      birthDate: row.profile?.birth_date ?? null,
      nid: row.profile?.nid ?? null,
    },
    lastSeq: row.last_seq,
    lastHash: row.last_hash === null ? null : row.last_hash.toString("base64"),
    balance: row.balance,
    accumulated: row.accumulated,
    redeemed: row.redeemed,
    suspended: row.suspended,
    lots: new Map(row.lots ?? []),
    pin: row.pin === null ? null : pinOf(row.pin),
    entries: new Map(),
    reversals: new Map(),
  };
}

function pinOf(pin: NonNullable<WalletRow["pin"]>): PinState {
  return {
    version: pin.version,
    failedInRow: pin.failed_in_row,
    failedAt: pin.failed_at.map((at) => new Date(at)),
    lockedUntil: pin.locked_until === null ? null : new Date(pin.locked_until),
  };
}

function keyOf(row: KeyRow): KeyState {
  return {
    requestHash: row.request_hash.toString("base64"),
    walletId: row.wallet_id,
    entryId: row.entry_id,
  };
}

function addEntry(state: LedgerState, row: EntryBundleRow): void {
  if (row.segment_version !== null) {
    state.segmentVersions.set(row.segment_version.id, segmentVersionOf(row.segment_version));
  }
  if (row.merchant !== null) {
    state.merchants.set(row.merchant.id, {
      refundWindowDays: row.merchant.refund_window_days,
      refundSameBranchOnly: row.merchant.refund_same_branch_only,
    });
  }
  const wallet = state.wallets.get(row.wallet_code);
  if (wallet === undefined) return;
  for (const entry of [row.entry, row.origin]) {
    if (entry !== null) wallet.entries.set(entry.id, entryOf(entry));
  }
  for (const reversal of [row.entry_reversal, row.origin_reversal]) {
    if (reversal !== null) wallet.reversals.set(reversal.entry_id, reversalOf(reversal));
  }
}
