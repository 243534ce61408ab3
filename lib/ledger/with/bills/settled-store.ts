import type { QueryConfig } from "pg";
import type { Columns } from "@/lib/ledger/rules/columns";
import { arrays, source } from "@/lib/ledger/rules/columns";
import type { CommandType } from "@/lib/ledger/rules/command-facts";
import { type Command, operationsMeant } from "@/lib/ledger/rules/commands";
import type { Questions, Reading } from "@/lib/ledger/rules/reading";
import { type EntryRow, entryJson, entryOf } from "@/lib/ledger/rules/rows";
import { COUPON, type CouponRow, couponOf, TEMPLATE_OF_COUPON } from "@/lib/ledger/with/coupons/store";
import { factsOfUse, USE_FACTS, type UseFactsRow } from "@/lib/ledger/with/coupons/use-facts";
import { type BillCouponAct, worthOf } from "@/lib/ledger/with/coupons/words";
import { LOCK_COUPON_DAY } from "@/lib/ledger/with/limits/coupons";
import { sharersOf } from "@/lib/ledger/with/limits/words";
import { type Money, moneyOf } from "@/lib/platform/money";
import { type Database, readRows } from "@/lib/platform/rows";
import { type BillWrites, type ReturnedGoods, type SettledBill, takenOff } from "./words";

// Settled bills. Asked only for settlements with coupons, for refunds, returns and cancellations, and for what is answered again.

/** Entries by the ids $1, and behind the references $2, $3 and $4. */
const NAMED = `
SELECT unnest($1::bigint[]) AS id
 UNION SELECT k.entry_id FROM unnest($2::int[], $3::smallint[], $4::text[]) AS w (user_id, operation, key)
        CROSS JOIN LATERAL (SELECT * FROM idempotency_key x WHERE x.user_id = w.user_id AND x.operation = w.operation AND x.key = w.key LIMIT 1) k`;

/** Coupons that one bill may have; more than any has. */
const COUPONS_MAX = 100;
const COUPONS_OF_BILL = (id: string) =>
  `SELECT * FROM bill_coupon y WHERE y.bill_id = ${id} ORDER BY y.place LIMIT ${COUPONS_MAX}`;

/** SQL for whether the return `x` of a bill's goods was not undone before the entry `id`; without one whether it stands. */
const STOOD = (id?: string) =>
  `NOT EXISTS (SELECT FROM reversal u WHERE u.wallet_id = x.wallet_id AND u.entry_id = x.id AND u.cancelled_by_entry_id ${id === undefined ? "IS NOT NULL" : `< ${id}`})`;

/** A bill is found by its reward and by its redemption. */
const READ_BILLS = `
SELECT b.id, b.hundredths::text AS value, ${entryJson("r")} AS redemption,
       (SELECT coalesce(sum(x.hundredths), 0)::text FROM bill_return x WHERE x.bill_id = b.id AND ${STOOD()}) AS goods_back,
       (SELECT json_agg(json_build_object('off', x.off_hundredths::text, 'coupon', (SELECT row_to_json(k) FROM (SELECT ${COUPON}) k)) ORDER BY x.place)
          FROM (${COUPONS_OF_BILL("b.id")}) x CROSS JOIN LATERAL (SELECT * FROM coupon y WHERE y.id = x.coupon_id LIMIT 1) c ${TEMPLATE_OF_COUPON}) AS coupons
  FROM (${NAMED}) e
 CROSS JOIN LATERAL ((SELECT * FROM bill x WHERE x.id = e.id LIMIT 1)
                     UNION ALL (SELECT * FROM bill x WHERE x.redemption_entry_id = e.id LIMIT 1)) b
  LEFT JOIN LATERAL (SELECT * FROM entry x WHERE x.id = b.redemption_entry_id LIMIT 1) r ON true`;

/** Goods that came back are found by the return of their reward and by the refund before it. */
const READ_GOODS = `
SELECT g.id, g.bill_id, g.hundredths::text AS value, b.hundredths::text AS bill_value, ${entryJson("r")} AS refund,
       (SELECT (b.hundredths - sum(x.hundredths))::text FROM bill_return x WHERE x.bill_id = b.id AND x.id <= g.id AND ${STOOD("g.id")}) AS rest
  FROM (${NAMED}) e
 CROSS JOIN LATERAL ((SELECT * FROM bill_return x WHERE x.id = e.id LIMIT 1)
                     UNION ALL (SELECT * FROM bill_return x WHERE x.refund_entry_id = e.id LIMIT 1)) g
 CROSS JOIN LATERAL (SELECT * FROM bill x WHERE x.id = g.bill_id LIMIT 1) b
  LEFT JOIN LATERAL (SELECT * FROM entry x WHERE x.id = g.refund_entry_id LIMIT 1) r ON true`;

interface GoodsRow {
  id: number;
  bill_id: number;
  value: string;
  bill_value: string;
  refund: EntryRow | null;
  rest: string;
}

/** Goods of bills that came back, by the ids of the returns of their rewards. */
function goodsOfRows(rows: readonly GoodsRow[]): [number, ReturnedGoods][] {
  return rows.map(({ id, bill_id: billId, value, bill_value, refund, rest }) => [
    id,
    {
      ...{ billId, value: BigInt(value), billValue: BigInt(bill_value), left: BigInt(rest) },
      refund: refund && entryOf(refund),
    },
  ]);
}

export interface BillRow {
  id: number;
  value: string;
  goods_back: string;
  redemption: EntryRow | null;
  coupons: { off: string; coupon: CouponRow }[] | null;
}

/** The query for the bills of entries, as they were answered; null where there are none. */
export function readBillsOf(entryIds: readonly number[]): QueryConfig | null {
  if (entryIds.length === 0) return null;
  return { name: "read_bills", text: READ_BILLS, values: [entryIds, [], [], []] };
}

/** The query for the goods that returns brought back, as they were answered; null where there are none. */
function readGoodsOf(entryIds: readonly number[]): QueryConfig | null {
  if (entryIds.length === 0) return null;
  return { name: "read_goods", text: READ_GOODS, values: [entryIds, [], [], []] };
}

/** The settled bill of a reward or of a redemption, and the price of its goods that came back; null: of none. */
export async function readBill(
  database: Database,
  entryId: number,
): Promise<{ bill: SettledBill; goodsBack: Money } | null> {
  const rows = await readRows<BillRow>(database, READ_BILLS, [[entryId], [], [], []]);
  const [bill] = billsOfRows(rows).values();
  return bill === undefined ? null : { bill, goodsBack: BigInt(rows[0]?.goods_back ?? 0) };
}

/** Settled bills by the ids of their rewards; coupons as they were then. */
export function billsOfRows(rows: readonly BillRow[]): Map<number, SettledBill> {
  return new Map(
    rows.map(({ id, value, redemption, coupons }) => [
      id,
      {
        value: BigInt(value),
        redemption: redemption && entryOf(redemption),
        leftOut: [],
        coupons: (coupons ?? []).map(({ off, coupon }) => ({
          off: BigInt(off),
          coupon: { ...couponOf(coupon), state: "used" as const },
        })),
      },
    ]),
  );
}

/** Coupons by the numbers $5, and those of bills that $1 to $4 name. */
const CONCERNED = `
SELECT x.id FROM unnest($5::text[]) AS n (number) CROSS JOIN LATERAL (SELECT * FROM coupon y WHERE y.number = n.number::bpchar LIMIT 1) x
 UNION SELECT x.coupon_id FROM (${NAMED}) e CROSS JOIN LATERAL (${COUPONS_OF_BILL("e.id")}) x`;
const LOCK_SHOWN = `SELECT FROM coupon c WHERE c.id = ANY (ARRAY(${CONCERNED})) ORDER BY c.id FOR NO KEY UPDATE`;
// In a statement after the lock: facts of other tables are read as they are then.
const READ_SHOWN = `
SELECT ${COUPON}, c.id, c.is_test, c.used_at, ${USE_FACTS} FROM coupon c ${TEMPLATE_OF_COUPON} WHERE c.id = ANY (ARRAY(${CONCERNED}))`;
// Most cancellations concern no coupon: those of one client do not wait for each other.
const LOCK_DAYS = `
SELECT lock FROM (SELECT x.id FROM unnest($6::int[]) AS x (id) WHERE EXISTS (${CONCERNED}) ORDER BY x.id) u
 CROSS JOIN LATERAL (${LOCK_COUPON_DAY.replace("$1::int", "u.id")} AS lock) l`;
const READ_DAYS = `
SELECT d.user_id, d.hundredths::text FROM unnest($1::int[]) AS u (id) CROSS JOIN programme p
 CROSS JOIN LATERAL (SELECT * FROM coupon_day x WHERE x.user_id = u.id AND x.business_date = ($2::timestamptz AT TIME ZONE p.time_zone)::date LIMIT 1) d WHERE p.id = 1`;

type ShownRow = CouponRow & UseFactsRow & { id: number; is_test: boolean; used_at: Date | null };

/** Reads the bills and their returned goods that commands name, and locks and reads the coupons that cancellations open again and that settlements use. */
export function* settledReader(reading: Reading): Questions {
  const { settlements, commands, locks, now } = reading;
  const undoing = commands.filter(({ type }) => type === "cancel");
  const naming = commands.filter(({ type }) => NAMING_BILLS.has(type));
  const numbers = settlements.flatMap(({ coupons }) => coupons);
  if (settlements.length + naming.length === 0) return;
  const named = namedBy(naming);
  const using = [...undoing, ...settlements.filter(({ coupons }) => coupons.length > 0)];
  const users = [
    ...new Set(
      using.flatMap(({ actor: { userId, limitedBy } }) => sharersOf({ userId, shares: limitedBy?.shares })),
    ),
  ];
  const values = [...namedBy(undoing), numbers];
  const [, , bills, goods, shown, days]: Asked = yield () => [
    locks && using.length > 0
      ? { name: "lock_coupon_days", text: LOCK_DAYS, values: [...values, users] }
      : null,
    locks && using.length > 0 ? { name: "lock_shown_coupons", text: LOCK_SHOWN, values } : null,
    naming.length > 0 ? { name: "read_bills", text: READ_BILLS, values: named } : null,
    undoing.length > 0 ? { name: "read_goods", text: READ_GOODS, values: named } : null,
    using.length > 0 ? { name: "read_shown_coupons", text: READ_SHOWN, values } : null,
    using.length > 0
      ? { name: "read_coupon_days", text: READ_DAYS, values: [users, now.toISOString()] }
      : null,
  ];
  const settled = billsOfRows(bills);
  for (const { id, redemption: first } of bills) reading.alsoEntries.push(id, ...idsOf(first));
  for (const { id, refund: first } of goods) reading.alsoEntries.push(id, ...idsOf(first));
  const isReturn = commands.some(({ type }) => type === "return");
  const [again, goodsAgain]: [BillRow[], GoodsRow[]] = yield () => [
    settlements.length > 0 ? readBillsOf(reading.replayed) : null,
    isReturn ? readGoodsOf(reading.replayed) : null,
  ];
  const book = reading.state.bills;
  book.settled = new Map([...settled, ...billsOfRows(again)]);
  book.goodsBack = new Map(bills.map(({ id, goods_back }) => [id, BigInt(goods_back)]));
  book.returned = new Map([...goodsOfRows(goods), ...goodsOfRows(goodsAgain)]);
  for (const row of shown) {
    const { id, is_test: isTest, used_at: usedAt } = row;
    book.shown.set(row.number, { ...couponOf(row), ...factsOfUse(row), id, isTest, usedAt });
  }
  for (const { user_id, hundredths } of days) book.days.set(user_id, BigInt(hundredths));
}

type Asked = [unknown, unknown, BillRow[], GoodsRow[], ShownRow[], DayRow[]];

/** Commands that may name an entry of a bill. */
const NAMING_BILLS: ReadonlySet<CommandType> = new Set(["cancel", "refund", "return"]);

function idsOf(row: EntryRow | null): number[] {
  return row === null ? [] : [entryOf(row).id];
}

interface DayRow {
  user_id: number;
  hundredths: string;
}

/** Entries that refunds, returns and cancellations name: by id, and by reference as parallel arrays. */
function namedBy(commands: readonly Command[]): [number[], number[], number[], string[]] {
  const named: [number[], number[], number[], string[]] = [[], [], [], []];
  for (const command of commands) {
    if (command.type === "refund" || command.type === "return") named[0].push(command.entryId);
    if (command.type !== "cancel") continue;
    if ("entryId" in command.target) named[0].push(command.target.entryId);
    const { originalKey } = command.target;
    if (originalKey === undefined) continue;
    for (const operation of operationsMeant(command)) {
      named[1].push(command.actor.userId);
      named[2].push(operation);
      named[3].push(originalKey);
    }
  }
  return named;
}

const BILL: Columns<BillWrites["settled"][number]> = [
  ["id", "bigint", ({ entry }) => entry.id],
  ["wallet_id", "bigint", ({ entry }) => entry.walletId],
  ["redemption_entry_id", "bigint", ({ bill }) => bill.redemption?.id ?? null],
  ["hundredths", "bigint", ({ bill }) => bill.value],
  ["off_hundredths", "bigint", ({ bill }) => takenOff(bill)],
];
const WRITE_BILLS = `INSERT INTO bill (${BILL.map(([name]) => name).join(", ")}) SELECT * FROM ${source(BILL, 1)}`;

const BILL_RETURN: Columns<BillWrites["returned"][number]> = [
  ["id", "bigint", ({ entry }) => entry.id],
  ["wallet_id", "bigint", ({ entry }) => entry.walletId],
  ["bill_id", "bigint", ({ goods }) => goods.billId],
  ["refund_entry_id", "bigint", ({ goods }) => goods.refund?.id ?? null],
  ["hundredths", "bigint", ({ goods }) => goods.value],
];
const WRITE_GOODS = `INSERT INTO bill_return (${BILL_RETURN.map(([name]) => name).join(", ")}) SELECT * FROM ${source(BILL_RETURN, 1)}`;

const BILL_COUPON: Columns<{ billId: number; place: number; couponId: number; off: Money }> = [
  ["bill_id", "bigint", ({ billId }) => billId],
  ["place", "smallint", ({ place }) => place],
  ["coupon_id", "bigint", ({ couponId }) => couponId],
  ["off_hundredths", "bigint", ({ off }) => off],
];
const WRITE_BILL_COUPONS = `INSERT INTO bill_coupon (${BILL_COUPON.map(([name]) => name).join(", ")}) SELECT * FROM ${source(BILL_COUPON, 1)}`;

const COUPON_STATE: Columns<BillCouponAct> = [
  ["id", "bigint", ({ coupon }) => coupon.id],
  ["state", "text", ({ coupon }) => coupon.state],
  ["wallet_id", "bigint", ({ coupon }) => coupon.walletId],
  ["at", "timestamptz", ({ coupon }) => coupon.usedAt?.toISOString() ?? null],
  ["user_id", "integer", ({ coupon, entry }) => (coupon.state === "used" ? entry.userId : null)],
  ["branch_id", "integer", ({ coupon, entry }) => (coupon.state === "used" ? entry.branchId : null)],
];
const WRITE_COUPON_STATES = `
UPDATE coupon c SET state = n.state, wallet_id = n.wallet_id, used_at = n.at, used_by_user_id = n.user_id, used_branch_id = n.branch_id
  FROM ${source(COUPON_STATE, 1)} AS n (id, state, wallet_id, at, user_id, branch_id) WHERE c.id = n.id`;

const COUPON_EVENT: Columns<BillCouponAct> = [
  ["coupon_id", "bigint", ({ coupon }) => coupon.id],
  ["kind", "text", ({ kind }) => kind],
  ["operation", "smallint", ({ kind }) => (kind === "used" ? 1 : 2)],
  ["wallet_id", "bigint", ({ coupon }) => coupon.walletId],
  ["user_id", "integer", ({ entry }) => entry.userId],
  ["channel_id", "smallint", ({ entry }) => entry.channelId],
  ["merchant_id", "integer", ({ entry }) => entry.merchantId],
  ["branch_id", "integer", ({ entry }) => entry.branchId],
  ["at", "timestamptz", ({ entry }) => entry.createdAt.toISOString()],
  ["invoice_number", "text", ({ entry }) => entry.invoiceNumber],
];
const WRITE_COUPON_EVENTS = `INSERT INTO coupon_event (${COUPON_EVENT.map(([name]) => name).join(", ")}) SELECT * FROM ${source(COUPON_EVENT, 1)}`;

const COUPON_DAY: Columns<{ entry: BillCouponAct["entry"]; worth: Money }> = [
  ["user_id", "integer", ({ entry }) => entry.userId],
  ["at", "timestamptz", ({ entry }) => entry.createdAt.toISOString()],
  ["hundredths", "bigint", ({ worth }) => worth],
];
const WRITE_COUPON_DAYS = `
INSERT INTO coupon_day (user_id, business_date, hundredths)
SELECT n.user_id, (n.at AT TIME ZONE p.time_zone)::date, sum(n.hundredths) FROM programme p, ${source(COUPON_DAY, 1)} AS n (user_id, at, hundredths) WHERE p.id = 1 GROUP BY 1, 2 ORDER BY 1
ON CONFLICT (user_id, business_date) DO UPDATE SET hundredths = coupon_day.hundredths + excluded.hundredths`;

/** The statements that write what a batch settles and brings back: nothing where nothing is. */
export function billStatements({ settled, returned, couponActs }: BillWrites): QueryConfig[] {
  const statements: QueryConfig[] = [];
  const add = <Row>(name: string, text: string, columns: Columns<Row>, rows: readonly Row[]) => {
    if (rows.length > 0) statements.push({ name, text, values: arrays(columns, rows) });
  };
  // Of a coupon that was used and opened again in one batch the last state is written.
  const last = new Map(couponActs.map((act) => [act.coupon.id, act]));
  add("write_coupon_states", WRITE_COUPON_STATES, COUPON_STATE, [...last.values()]);
  add("write_coupon_events", WRITE_COUPON_EVENTS, COUPON_EVENT, couponActs);
  add("write_bills", WRITE_BILLS, BILL, settled);
  add("write_goods", WRITE_GOODS, BILL_RETURN, returned);
  const coupons = settled.flatMap(({ entry, bill }) =>
    bill.coupons.map(({ coupon, off }, place) => ({ billId: entry.id, place, couponId: coupon.id, off })),
  );
  add("write_bill_coupons", WRITE_BILL_COUPONS, BILL_COUPON, coupons);
  const counted = couponActs.flatMap(({ coupon, entry }) => {
    const worth = coupon.isTest ? 0 : worthOf(coupon.template);
    return worth === 0 ? [] : [{ entry, worth: moneyOf(worth) }];
  });
  add("write_coupon_days", WRITE_COUPON_DAYS, COUPON_DAY, counted);
  return statements;
}
