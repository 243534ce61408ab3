import type { QueryConfig } from "pg";
import { type CommandType, commandsWith } from "@/lib/ledger/rules/command-facts";
import type { Command } from "@/lib/ledger/rules/commands";
import type { ProgrammeRules } from "@/lib/ledger/rules/ledger-state";
import { CompanionsChangedError, nothing, type Questions, type Reading } from "@/lib/ledger/rules/reading";
import { givenBackSql } from "@/lib/ledger/rules/rows";
import { moneySql } from "@/lib/platform/money";
import { billName, type PaidBills } from "./words";

// Payments with points on the bills of rewards. Under that setting alone is anything asked.

/** Payments of one bill within a day that are told apart. */
const PAYMENTS_MAX = 1_000;

// IS TRUE keeps the planner from reading a day by branch instead of one invoice.
const READ = `
SELECT wanted.place, w.sandbox_id, e.id, ${moneySql("e.amount_value", "e.amount_hundredths")} AS value,
       CASE WHEN r.entry_id IS NOT NULL THEN ${givenBackSql("r")} END AS given_back
  FROM unnest($2::int[], $3::text[]) WITH ORDINALITY AS wanted (merchant_id, number, place)
 CROSS JOIN LATERAL (SELECT * FROM entry x
                      WHERE lower(x.invoice_number) = lower(wanted.number) AND x.invoice_number IS NOT NULL AND x.log_type_id = 1
                        AND x.merchant_id = wanted.merchant_id AND x.offer_number IS NULL AND (x.created_at > $1::timestamptz - interval '1 day') IS TRUE
                      ORDER BY x.id DESC LIMIT ${PAYMENTS_MAX}) e
 CROSS JOIN LATERAL (SELECT x.sandbox_id FROM wallet x WHERE x.id = e.wallet_id LIMIT 1) w
  LEFT JOIN LATERAL (SELECT * FROM reversal x WHERE x.wallet_id = e.wallet_id AND x.entry_id = e.id LIMIT 1) r ON true
 WHERE r.cancelled_by_entry_id IS NULL`;

interface Bill {
  merchantId: number;
  number: string;
}

/** Bills that the commands pay or reward, where payments of a bill count; each must be locked. */
export function billsOf(
  programme: Pick<ProgrammeRules, "earnedOn"> | undefined,
  commands: readonly Command[],
  types: ReadonlySet<CommandType> = NAMING_BILLS,
): Bill[] {
  if (programme?.earnedOn !== "rest") return [];
  return commands.flatMap(({ type, actor: { merchantId }, invoiceNumber: number }) =>
    types.has(type) && merchantId !== null && number !== undefined ? [{ merchantId, number }] : [],
  );
}

const NAMING_BILLS = commandsWith(({ bill }) => bill !== null);
const REWARDING = commandsWith(({ bill }) => bill === "earns");

/** The query for what was paid of the bills that are rewarded; null where there are none, or bills earn as a whole. */
export function readPaid(
  programme: Pick<ProgrammeRules, "earnedOn"> | undefined,
  commands: readonly Command[],
  now: Date,
): QueryConfig | null {
  const bills = billsOf(programme, commands, REWARDING);
  if (bills.length === 0) return null;
  const values = [
    now.toISOString(),
    bills.map(({ merchantId }) => merchantId),
    bills.map(({ number }) => number),
  ];
  return { name: "read_paid_bills", text: READ, values };
}

interface PaidRow {
  place: number;
  sandbox_id: number | null;
  id: number;
  value: string;
  given_back: string | null;
}

/** Converts the rows for the rules. */
function paidBillsOf(
  programme: Pick<ProgrammeRules, "earnedOn">,
  commands: readonly Command[],
  rows: readonly PaidRow[],
): PaidBills {
  const paid: PaidBills = new Map();
  const bills = billsOf(programme, commands, REWARDING);
  for (const { place, sandbox_id, id, value, given_back } of rows) {
    const bill = bills[place - 1];
    if (bill === undefined) continue;
    const name = billName(sandbox_id, bill.merchantId, bill.number);
    const payment = { value: BigInt(value), givenBack: BigInt(given_back ?? 0) };
    paid.set(name, (paid.get(name) ?? new Map()).set(id, payment));
  }
  return paid;
}

/**
 * Reads what was paid of the bills that are rewarded, once more where payments of them count only by rules that this connection did not
 * know when it began.
 * @throws CompanionsChangedError when such bills should have been locked
 */
export function* billsReader(reading: Reading): Questions {
  const { commands, now, known, locks } = reading;
  if (!commands.some(({ invoiceNumber }) => invoiceNumber !== undefined)) return;
  const ask = (programme: ProgrammeRules | undefined) => () => [readPaid(programme, commands, now)];
  let [rows]: [PaidRow[]] = yield ask(known?.programme);
  yield nothing;
  const { programme } = reading.rules;
  if (known?.programme.earnedOn !== programme.earnedOn && billsOf(programme, commands).length > 0) {
    if (locks) throw new CompanionsChangedError();
    [rows] = (yield ask(programme)) as [PaidRow[]];
  }
  reading.state.paid = paidBillsOf(programme, commands, rows);
}
