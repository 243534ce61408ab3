import type { QueryConfig } from "pg";
import type { Columns } from "@/lib/ledger/rules/columns";
import { COUPON_REFERENCES, type ReferenceSpace } from "@/lib/ledger/rules/command-facts";
import { type Command, keyName, operationsMeant } from "@/lib/ledger/rules/commands";
import type { Posting } from "@/lib/ledger/rules/decision";
import { CompanionsChangedError, type Questions, type Reading } from "@/lib/ledger/rules/reading";
import type { Entry } from "@/lib/ledger/rules/types";
import type { CouponWrites } from "@/lib/ledger/rules/writes";
import type { Coupon, CouponsState, CouponTemplate } from "./words";

// Statements are sent only for commands that name a template or undo an entry. Locks in the order of docs/ARCHITECTURE.md.

/** A template as JSON; `t` and `m` are aliases of its row and its merchant's. */
export const templateJson = (t: string, m: string) => `json_build_object(
  'id', ${t}.id, 'merchantId', ${t}.merchant_id, 'merchantNameEn', ${m}.name_en, 'merchantNameAr', ${m}.name_ar,
  'offerNumber', ${t}.offer_number, 'state', ${t}.state, 'titleEn', ${t}.title_en, 'titleAr', ${t}.title_ar, 'termsEn', ${t}.terms_en, 'termsAr', ${t}.terms_ar,
  'discountType', ${t}.discount_type, 'discount', ${t}.discount, 'validFrom', ${t}.valid_from, 'validUntil', ${t}.valid_until, 'validDays', ${t}.valid_days,
  'branchIds', ${t}.branch_ids, 'costPoints', ${t}.cost_points, 'stockLeft', ${t}.stock_left, 'rewardMin', ${t}.reward_hundredths_min::text, 'worth', ${t}.worth, 'minBill', ${t}.min_bill)`;

export type TemplateRow = Omit<CouponTemplate, "rewardMin"> & { rewardMin: string | null };

export function templateOf({ rewardMin, ...row }: TemplateRow): CouponTemplate {
  return { ...row, rewardMin: rewardMin === null ? null : BigInt(rewardMin) };
}

export const COUPON = `c.number, c.wallet_id, c.state, c.valid_from::text, c.valid_until::text, c.issued_by_entry_id, c.voided_by_entry_id, ${templateJson("t", "m")} AS template`;
export const TEMPLATE_OF_COUPON =
  "JOIN coupon_template t ON t.id = c.template_id LEFT JOIN merchant m ON m.id = t.merchant_id";

export interface CouponRow {
  number: string;
  wallet_id: number | null;
  state: Coupon["state"];
  valid_from: string | null;
  valid_until: string | null;
  issued_by_entry_id: number | null;
  voided_by_entry_id: number | null;
  template: TemplateRow;
}

export function couponOf(row: CouponRow): Coupon {
  return {
    number: row.number,
    walletId: row.wallet_id,
    state: row.state,
    validFrom: row.valid_from,
    validUntil: row.valid_until,
    issuedByEntryId: row.issued_by_entry_id,
    voidedByEntryId: row.voided_by_entry_id,
    template: templateOf(row.template),
  };
}

/** With the rules of the ledger: what rewards issue coupons by. */
export const REWARDING = `
(SELECT coalesce(json_agg(${templateJson("t", "m")} ORDER BY t.reward_hundredths_min DESC, t.id), '[]')
   FROM coupon_template t LEFT JOIN merchant m ON m.id = t.merchant_id WHERE t.reward_hundredths_min IS NOT NULL AND t.state = 'live')`;

/** The coupons of the entries `$1`, and of those behind the references `$2`, `$3`, `$4`; of a return, of its reward as well. */
const UNDONE = (columns: string) => `
SELECT ${columns} FROM (SELECT unnest($1::bigint[]) AS id
                         UNION SELECT k.entry_id FROM unnest($2::int[], $3::smallint[], $4::text[]) AS w (user_id, operation, key)
                                CROSS JOIN LATERAL (SELECT * FROM idempotency_key x WHERE x.user_id = w.user_id AND x.operation = w.operation AND x.key = w.key LIMIT 1) k) e
 CROSS JOIN LATERAL ((SELECT * FROM coupon x WHERE x.issued_by_entry_id = e.id LIMIT 1)
                     UNION ALL (SELECT * FROM coupon x WHERE x.voided_by_entry_id = e.id LIMIT 1)
                     UNION ALL (SELECT x.* FROM (SELECT r.related_entry_id AS id FROM entry r WHERE r.id = e.id AND r.log_type_id = 11 LIMIT 1) o
                             CROSS JOIN LATERAL (SELECT * FROM coupon y WHERE y.issued_by_entry_id = o.id LIMIT 1) x)) f`;

const READ_NAMED = `
SELECT ${templateJson("t", "m")} AS template FROM coupon_template t LEFT JOIN merchant m ON m.id = t.merchant_id
 WHERE t.offer_number = ANY ($1::int[]) ORDER BY t.id`;
// A coupon that ends gives its place in the stock back: its template is locked here, and not only when that is written.
const LOCK_TEMPLATES = `
SELECT ${templateJson("t", "m")} AS template FROM coupon_template t LEFT JOIN merchant m ON m.id = t.merchant_id
 WHERE t.id = ANY (ARRAY(SELECT n.id FROM coupon_template n WHERE n.offer_number = ANY ($5::int[]) UNION ${UNDONE("f.template_id")}))
 ORDER BY t.id FOR NO KEY UPDATE OF t`;

/**
 * The templates that commands name, and those with a stock that their rewards issue coupons by. With `locks` under one lock for each, so
 * that a stock is shared out in turn, and with them those whose coupons may end.
 */
function readTemplates(
  commands: readonly Command[],
  locks: boolean,
  rewarding: readonly CouponTemplate[],
): QueryConfig | null {
  const offers = [
    ...commands.flatMap((command) =>
      command.type === "redeem" && command.couponOffer !== undefined ? [command.couponOffer] : [],
    ),
    ...stockedOffers(rewarding, commands),
  ];
  if (!locks)
    return offers.length === 0 ? null : { name: "read_coupon_templates", text: READ_NAMED, values: [offers] };
  const undone = undoneBy(commands);
  if (offers.length === 0 && undone === null) return null;
  const values = [...(undone ?? [[], [], [], []]), offers];
  return { name: "lock_coupon_templates", text: LOCK_TEMPLATES, values };
}

/** Numbers of the templates with a stock that rewards among the commands may issue a coupon by. */
function stockedOffers(rewarding: readonly CouponTemplate[], commands: readonly Command[]): number[] {
  const values = commands.flatMap((command) => (command.type === "reward" ? [command.value] : []));
  return rewarding
    .filter(
      ({ rewardMin, stockLeft }) =>
        stockLeft !== null && rewardMin !== null && values.some((value) => value >= rewardMin),
    )
    .map(({ offerNumber }) => offerNumber);
}

const READ_UNDONE = `
SELECT ${COUPON} FROM coupon c ${TEMPLATE_OF_COUPON} WHERE c.id IN (${UNDONE("f.id")}) ORDER BY c.id`;

// Those that follow a merged wallet ($5) are locked with the others in one order, and before templates: not only when they are moved.
const LOCK_MOVED = `
SELECT ${COUPON} FROM coupon c ${TEMPLATE_OF_COUPON}
 WHERE c.id = ANY (ARRAY(${UNDONE("f.id")} UNION
                         SELECT m.id FROM wallet w JOIN coupon m ON m.wallet_id = w.id AND m.state = 'issued' WHERE w.wallet_code = ANY ($5::text[])))
 ORDER BY c.id FOR NO KEY UPDATE OF c`;

/** The coupons of entries that commands may undo, locked: nobody uses them meanwhile. */
function readUndone(commands: readonly Command[], locks: boolean): QueryConfig | null {
  const values = undoneBy(commands);
  const merged = commands.flatMap((command) =>
    command.type === "transfer" && command.points === undefined ? [command.walletCode] : [],
  );
  if (locks && merged.length > 0)
    return {
      name: "lock_moved_coupons",
      text: LOCK_MOVED,
      values: [...(values ?? [[], [], [], []]), merged],
    };
  if (values === null) return null;
  return locks
    ? { name: "lock_undone_coupons", text: `${READ_UNDONE} FOR NO KEY UPDATE OF c`, values }
    : { name: "read_undone_coupons", text: READ_UNDONE, values };
}

/** Entries that commands may undo: by id, and by reference as parallel arrays; null: none. */
function undoneBy(commands: readonly Command[]): unknown[] | null {
  const ids: number[] = [];
  const keys: [number[], ReferenceSpace[], string[]] = [[], [], []];
  for (const command of commands) {
    if (command.type === "refund" || command.type === "return") ids.push(command.entryId);
    if (command.type !== "cancel") continue;
    if ("entryId" in command.target) ids.push(command.target.entryId);
    const { originalKey } = command.target;
    if (originalKey === undefined) continue;
    for (const operation of operationsMeant(command)) {
      keys[0].push(command.actor.userId);
      keys[1].push(operation);
      keys[2].push(originalKey);
    }
  }
  return ids.length + keys[0].length === 0 ? null : [ids, ...keys];
}

const READ_USES = `
SELECT v.user_id, v.operation + ${COUPON_REFERENCES.use - 1} AS operation, v.key, v.wallet_id
  FROM unnest($1::int[], $2::smallint[], $3::text[]) AS w (user_id, operation, key)
 CROSS JOIN LATERAL (SELECT * FROM coupon_event x
                      WHERE x.user_id = w.user_id AND x.operation = w.operation - ${COUPON_REFERENCES.use - 1} AND x.key = w.key LIMIT 1) v`;

interface UseRow {
  user_id: number;
  operation: number;
  key: string;
  wallet_id: number;
}

/** Acts on coupons that references of cancellations name. Read under the lock of the wallet, which such acts take as well. */
function readUses(commands: readonly Command[]): QueryConfig | null {
  const values: [number[], number[], string[]] = [[], [], []];
  for (const command of commands) {
    if (command.type !== "cancel" || command.target.originalKey === undefined) continue;
    for (const operation of operationsMeant(command)) {
      if (!COUPON_SPACES.has(operation)) continue;
      values[0].push(command.actor.userId);
      values[1].push(operation);
      values[2].push(command.target.originalKey);
    }
  }
  return values[0].length === 0 ? null : { name: "read_coupon_uses", text: READ_USES, values };
}

const COUPON_SPACES: ReadonlySet<number> = new Set(Object.values(COUPON_REFERENCES));

const READ_OF_ENTRIES = `
SELECT ${COUPON} FROM unnest($1::bigint[]) AS e (id)
 CROSS JOIN LATERAL ((SELECT * FROM coupon x WHERE x.issued_by_entry_id = e.id LIMIT 1)
                     UNION ALL (SELECT * FROM coupon x WHERE x.voided_by_entry_id = e.id LIMIT 1)) c ${TEMPLATE_OF_COUPON}`;

/** The coupons that entries issued or ended, for those that are answered again. */
export function readCouponsOf(entryIds: readonly number[]): QueryConfig | null {
  if (entryIds.length === 0) return null;
  return { name: "read_coupons_of_entries", text: READ_OF_ENTRIES, values: [entryIds] };
}

/** Converts the rows for the rules; null where there are none. */
export function couponsStateOf(
  rewarding: readonly CouponTemplate[],
  templates: readonly { template: TemplateRow }[],
  coupons: readonly CouponRow[],
): CouponsState | null {
  if (rewarding.length + templates.length + coupons.length === 0) return null;
  const issued = coupons.map(couponOf);
  return {
    rewarding,
    templates: new Map(templates.map(({ template }) => [template.offerNumber, templateOf(template)])),
    issued: new Map(
      issued.flatMap((coupon) => (coupon.issuedByEntryId === null ? [] : [[coupon.issuedByEntryId, coupon]])),
    ),
  };
}

/** Reads and locks the templates that commands name, and the coupons of what they undo or answer again. */
export function* couponsReader(reading: Reading): Questions {
  const { commands, locks } = reading;
  const [undone, templates, uses]: [CouponRow[], { template: TemplateRow }[], UseRow[]] = yield () => [
    readUndone(commands, locks),
    readTemplates(commands, locks, reading.known?.rewarding ?? []),
    readUses(commands),
  ];
  const [again]: [CouponRow[]] = yield () => [readCouponsOf(reading.replayed)];
  const read = new Set(templates.map(({ template }) => template.offerNumber));
  // A stock of the present rules that those of before had not was not locked.
  if (locks && stockedOffers(reading.rules.rewarding, commands).some((offer) => !read.has(offer)))
    throw new CompanionsChangedError();
  for (const { user_id, operation, key, wallet_id } of uses)
    reading.state.keys.set(keyName(user_id, operation, key), {
      ...{ requestHash: "", walletId: wallet_id, entryId: null, isCoupon: true },
    });
  reading.state.coupons = couponsStateOf(reading.rules.rewarding, templates, [...undone, ...again]);
}

/** Adds what an entry does to coupons to a batch's writes. */
export function addCoupons(writes: CouponWrites, { coupon, voidsCouponOf }: Posting, entry: Entry): void {
  if (coupon !== undefined) writes.issued.push({ posting: coupon, entry });
  if (voidsCouponOf !== undefined) writes.ended.push({ issuedByEntryId: voidsCouponOf, entry });
}

const ISSUED: Columns<CouponWrites["issued"][number]> = [
  ["template_id", "integer", ({ posting }) => posting.template.id],
  ["number", "text", ({ posting }) => posting.number],
  ["wallet_id", "bigint", ({ entry }) => entry.actorWalletId ?? entry.walletId],
  ["is_test", "boolean", ({ posting }) => posting.isTest],
  ["valid_from", "date", ({ posting }) => posting.validFrom],
  ["valid_until", "date", ({ posting }) => posting.validUntil],
  ["issued_at", "timestamptz", ({ entry }) => entry.createdAt.toISOString()],
  ["issued_by_user_id", "integer", ({ entry }) => entry.userId],
  ["issued_by_entry_id", "bigint", ({ entry }) => entry.id],
];
const WRITE_ISSUED = `
INSERT INTO coupon (${ISSUED.map(([name]) => name).join(", ")})
SELECT * FROM unnest(${ISSUED.map(([, type], index) => `$${index + 1}::${type}[]`).join(", ")})`;

const WRITE_ENDED = `
UPDATE coupon c SET state = 'void', voided_at = n.at, voided_by_user_id = n.user_id, voided_by_entry_id = n.entry_id
  FROM unnest($1::bigint[], $2::bigint[], $3::integer[], $4::timestamptz[]) AS n (issued_by, entry_id, user_id, at)
 WHERE c.issued_by_entry_id = n.issued_by`;

/** The statements that write what a batch does to coupons: nothing where nothing is done. */
export function couponStatements({ issued, ended }: CouponWrites): QueryConfig[] {
  const statements: QueryConfig[] = [];
  if (issued.length > 0)
    statements.push({
      name: "write_coupons",
      text: WRITE_ISSUED,
      values: ISSUED.map(([, , value]) => issued.map(value)),
    });
  if (ended.length > 0)
    statements.push({
      name: "end_coupons",
      text: WRITE_ENDED,
      values: [
        ended.map(({ issuedByEntryId }) => issuedByEntryId),
        ended.map(({ entry }) => entry.id),
        ended.map(({ entry }) => entry.userId),
        ended.map(({ entry }) => entry.createdAt.toISOString()),
      ],
    });
  return statements;
}

const MOVE_COUPONS = "UPDATE coupon SET wallet_id = $2 WHERE wallet_id = $1 AND state = 'issued'";

/** Unused coupons follow a wallet into the one that it is merged into. */
export function moveCoupons(walletId: number, intoWalletId: number): QueryConfig {
  return { name: "move_coupons", text: MOVE_COUPONS, values: [walletId, intoWalletId] };
}
