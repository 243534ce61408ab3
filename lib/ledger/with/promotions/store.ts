import type { QueryConfig } from "pg";
import type { LedgerState, WalletState } from "@/lib/ledger/rules/ledger-state";
import { CompanionsChangedError, nothing, type Questions, type Reading } from "@/lib/ledger/rules/reading";
import type { RoundTrip } from "@/lib/ledger/rules/round-trip";
import { type Entry, LOG_TYPE } from "@/lib/ledger/rules/types";
import { awayFrom } from "./rule";
import {
  addUse,
  type GivenPart,
  nameOfUse,
  type Promotion,
  type PromotionRule,
  type PromotionState,
  storedRule,
  type WalletPeriod,
} from "./words";

// Reads of promotions, besides those of every movement. Their rules are read with the programme's, and only when those changed. Counters
// are read, and locked after the wallets in the order of ids, only where a promotion that has some may act or is undone.

/** SQL for the rules for items of a promotion's version. */
function skusOf(version: string): string {
  return `(SELECT json_agg(json_build_array(s.id, s.sku_id, s.points) ORDER BY s.id) FROM promotion_sku s WHERE s.version_id = ${version}.id)`;
}

/** Those that are published and not over: also those that are still to begin, so that nothing has to be read again when they do. */
export const PUBLISHED_PROMOTIONS = `
SELECT p.id, p.number, p.merchant_id, p.starts_at, p.ends_at, p.has_budget, p.has_wallet_limit, p.has_wallet_points, v.id AS version_id, v.name_en, v.name_ar, v.rule,
       v.budget_points, v.wallet_max, v.wallet_period, v.wallet_points,
       ${skusOf("v")} AS skus
  FROM promotion p JOIN promotion_version v ON v.promotion_id = p.id AND v.is_current
 WHERE p.state = 'published' AND p.ends_at > $1 ORDER BY p.number`;

/** Sent after the rules were read: what it finds is never older than their mark. */
export function readPromotions(now: Date): QueryConfig {
  return { name: "read_promotions", text: PUBLISHED_PROMOTIONS, values: [now.toISOString()] };
}

export interface PromotionRow {
  id: number;
  number: number;
  merchant_id: number | null;
  starts_at: Date;
  ends_at: Date;
  has_budget: boolean;
  has_wallet_limit: boolean;
  has_wallet_points: boolean;
  version_id: number;
  name_en: string;
  name_ar: string;
  rule: Partial<PromotionRule>;
  budget_points: number | null;
  wallet_max: number | null;
  wallet_period: WalletPeriod | null;
  wallet_points: number | null;
  skus: [id: number, skuId: string, points: number][] | null;
}

export function promotionsOf(rows: readonly PromotionRow[]): Promotion[] {
  return rows.map((row) => ({
    id: row.id,
    versionId: row.version_id,
    number: row.number,
    merchantId: row.merchant_id,
    nameEn: row.name_en,
    nameAr: row.name_ar,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    rule: storedRule(row.rule),
    skus: skuRulesOf(row),
    budgetPoints: row.budget_points,
    walletMax: row.wallet_max,
    walletPeriod: row.wallet_period,
    walletPoints: row.wallet_points,
    hasBudget: row.has_budget,
    hasWalletLimit: row.has_wallet_limit,
    hasWalletPoints: row.has_wallet_points,
  }));
}

function skuRulesOf({ skus }: Pick<PromotionRow, "skus">): Promotion["skus"] {
  return (skus ?? []).map(([id, skuId, points]) => ({ id, skuId, points }));
}

/** A reward has at most as many parts as promotions act on it, and one for its rate. */
const PARTS_MAX = 1_000;
/** The parts of the entries `$n`, by which a plan made while the table was empty stays a lookup. */
const partsOf = (entryIds: string) =>
  `unnest(${entryIds}::bigint[]) AS wanted (entry_id)
 CROSS JOIN LATERAL (SELECT * FROM entry_part p WHERE p.entry_id = wanted.entry_id ORDER BY p.place LIMIT ${PARTS_MAX}) x`;
const VERSION_OF_PART =
  "LATERAL (SELECT * FROM promotion_version y WHERE y.id = x.promotion_version_id LIMIT 1) v";
/** The promotions `$n`, and those that acted on the entries. */
const concerned = (ids: string, entryIds: string) =>
  `ARRAY(SELECT unnest(${ids}::int[]) UNION SELECT v.promotion_id FROM ${partsOf(entryIds)} CROSS JOIN ${VERSION_OF_PART})`;

export const READ_GIVEN = `
SELECT x.entry_id, x.kind, x.points, x.promotion_version_id, x.business_date::text AS day, o.id, o.number, v.name_en, v.name_ar, o.has_budget, o.has_wallet_limit, o.has_wallet_points
  FROM ${partsOf("$1")}
  LEFT JOIN ${VERSION_OF_PART} ON true
  LEFT JOIN LATERAL (SELECT * FROM promotion z WHERE z.id = v.promotion_id LIMIT 1) o ON true
 ORDER BY x.entry_id, x.place`;
/** Terms of the promotions that acted on the entries `$1`. */
const READ_TERMS = `
SELECT v.id, v.rule, ${skusOf("v")} AS skus FROM (SELECT DISTINCT x.promotion_version_id FROM ${partsOf("$1")}) x CROSS JOIN ${VERSION_OF_PART}`;
// The ids first, so that the rows are locked in their order whatever the plan.
const READ_TOTALS = `
SELECT t.promotion_id, t.points, t.uses FROM promotion_total t WHERE t.promotion_id = ANY (${concerned("$1", "$2")}) ORDER BY t.promotion_id`;
const LOCK_TOTALS = `${READ_TOTALS} FOR NO KEY UPDATE`;
const READ_VERSIONS = "SELECT id FROM promotion_version WHERE is_current AND promotion_id = ANY ($1::int[])";
/** Days that a customer's uses of one promotion may be of: as many as a limit can count, and those whose uses were given back. */
const USES_MAX = 10_000;
const READ_USES = `
SELECT u.promotion_id, u.wallet_id, u.business_date::text AS day, u.uses, u.points
  FROM unnest($1::bigint[]) AS addressed (id)
 CROSS JOIN unnest(${concerned("$2", "$3")}) AS counted (id)
 CROSS JOIN LATERAL (SELECT * FROM promotion_use y WHERE y.wallet_id = addressed.id AND y.promotion_id = counted.id
                      ORDER BY y.business_date DESC LIMIT ${USES_MAX}) u`;

export interface GivenRow {
  entry_id: number;
  kind: GivenPart["kind"];
  points: number;
  promotion_version_id: number | null;
  day: string | null;
  id: number | null;
  number: number;
  name_en: string;
  name_ar: string;
  has_budget: boolean;
  has_wallet_limit: boolean;
  has_wallet_points: boolean;
}

/**
 * Reads what promotions have given so far, as far as these commands may add to it or take from it, under the locks of their totals.
 * @throws CompanionsChangedError when the rule of one of them has changed since the rules were read
 */
export function* promotionsReader(reading: Reading): Questions {
  yield nothing;
  yield nothing;
  const { commands, now, locks, state } = reading;
  const { promotions, wallets } = state;
  const counted = promotions.all.filter(({ hasBudget, hasWalletLimit }) => hasBudget || hasWalletLimit);
  const mayAct = counted.filter((promotion) =>
    commands.some((command) => command.type === "reward" && awayFrom(promotion, command, now) === null),
  );
  const undone = rewardsActedOn(wallets);
  const entryIds = undone.map(({ id }) => id);
  if (mayAct.length === 0 && entryIds.length === 0) return;
  const ids = mayAct.map(({ id }) => id);
  // A use is of the addressed wallet, which need not be one of those that a cancellation names.
  const addressed = undone.flatMap(({ actorWalletId }) => actorWalletId ?? []);
  const walletIds = [...new Set([...[...wallets.values()].map(({ id }) => id), ...addressed])];
  const goodsCameBack = entryIds.length > 0 && commands.some(({ type }) => type === "return");
  const [totals, versions, uses, given, terms]: [
    { promotion_id: number; points: number; uses: number }[],
    { id: number }[],
    { promotion_id: number; wallet_id: number; day: string; uses: number; points: number }[],
    GivenRow[],
    TermsRow[],
  ] = yield () => [
    locks
      ? { name: "lock_promotion_totals", text: LOCK_TOTALS, values: [ids, entryIds] }
      : { name: "read_promotion_totals", text: READ_TOTALS, values: [ids, entryIds] },
    { name: "read_promotion_versions", text: READ_VERSIONS, values: [ids] },
    { name: "read_promotion_uses", text: READ_USES, values: [walletIds, ids, entryIds] },
    { name: "read_given", text: READ_GIVEN, values: [entryIds] },
    goodsCameBack ? { name: "read_terms", text: READ_TERMS, values: [entryIds] } : null,
  ];
  if (mayAct.some(({ versionId }) => !versions.some(({ id }) => id === versionId)))
    throw new CompanionsChangedError();
  for (const { promotion_id, points, uses } of totals) promotions.totals.set(promotion_id, { points, uses });
  for (const { promotion_id: promotionId, wallet_id: walletId, day, ...use } of uses)
    addUse(promotions, { promotionId, walletId, day }, use);
  addGiven(promotions, given);
  for (const row of terms)
    promotions.terms.set(row.id, { rule: storedRule(row.rule), skus: skuRulesOf(row) });
}

type TermsRow = Pick<PromotionRow, "rule" | "skus"> & { id: number };

/** Parts of a wallet's entries on which promotions acted. */
export async function recordedParts(
  roundTrip: RoundTrip,
  { wallets, promotions }: Pick<LedgerState, "wallets" | "promotions">,
): Promise<void> {
  const entryIds = rewardsActedOn(wallets).map(({ id }) => id);
  if (entryIds.length === 0) return;
  const [given] = await roundTrip([{ name: "read_given", text: READ_GIVEN, values: [entryIds] }]);
  addGiven(promotions, (given?.rows ?? []) as GivenRow[]);
}

/** The rewards that commands refer to and that promotions acted on. */
function rewardsActedOn(wallets: ReadonlyMap<string, WalletState>): Entry[] {
  return [...wallets.values()].flatMap(({ entries }) =>
    [...entries.values()].filter(
      ({ logTypeId, offerNumber }) => logTypeId === LOG_TYPE.reward && offerNumber !== null,
    ),
  );
}

function addGiven({ given }: PromotionState, rows: readonly GivenRow[]): void {
  const parts = new Map<number, GivenPart[]>();
  for (const row of rows) parts.set(row.entry_id, [...(parts.get(row.entry_id) ?? []), givenPartOf(row)]);
  for (const [entryId, list] of parts) given.set(entryId, list);
}

export function givenPartOf(row: GivenRow): GivenPart {
  const { kind, points, promotion_version_id: promotionVersionId, day } = row;
  if (row.id === null) return { kind, points, promotionVersionId, day, promotion: null };
  const promotion = {
    id: row.id,
    number: row.number,
    nameEn: row.name_en,
    nameAr: row.name_ar,
    hasBudget: row.has_budget,
    hasWalletLimit: row.has_wallet_limit,
    hasWalletPoints: row.has_wallet_points,
  };
  return { kind, points, promotionVersionId, day, promotion };
}

const WRITE_TOTALS = `
UPDATE promotion_total t SET points = n.points, uses = n.uses FROM unnest($1::int[], $2::bigint[], $3::bigint[]) AS n (id, points, uses) WHERE t.promotion_id = n.id`;
const WRITE_USES = `
INSERT INTO promotion_use (promotion_id, wallet_id, business_date, uses, points)
SELECT * FROM unnest($1::int[], $2::bigint[], $3::date[], $4::int[], $5::bigint[])
ON CONFLICT (promotion_id, wallet_id, business_date) DO UPDATE SET uses = excluded.uses, points = excluded.points`;

/** Writes what a batch has counted of promotions: nothing where it counted nothing. */
export function promotionStatements({ counted, totals, uses }: PromotionState): QueryConfig[] {
  const statements: QueryConfig[] = [];
  const totalled = [
    ...new Set(counted.flatMap(({ hasBudget, promotionId }) => (hasBudget ? [promotionId] : []))),
  ];
  if (totalled.length > 0) {
    const values = [
      totalled,
      totalled.map((id) => totals.get(id)?.points ?? 0),
      totalled.map((id) => totals.get(id)?.uses ?? 0),
    ];
    statements.push({ name: "write_promotion_totals", text: WRITE_TOTALS, values });
  }
  const days = new Map(
    counted.flatMap(({ hasWalletLimit, promotionId, walletId, day }) =>
      hasWalletLimit ? [[`${promotionId} ${walletId} ${day}`, { promotionId, walletId, day }] as const] : [],
    ),
  );
  const used = [...days.values()];
  if (used.length > 0) {
    const timesOf = ({ promotionId, walletId, day }: (typeof used)[number]) =>
      uses.get(nameOfUse(promotionId, walletId))?.get(day) ?? { uses: 0, points: 0 };
    const values = [
      used.map(({ promotionId }) => promotionId),
      used.map(({ walletId }) => walletId),
      used.map(({ day }) => day),
      used.map((use) => timesOf(use).uses),
      used.map((use) => timesOf(use).points),
    ];
    statements.push({ name: "write_promotion_uses", text: WRITE_USES, values });
  }
  return statements;
}
