import { decimalsOf } from "./currency";

/**
 * An amount of money, exact: a whole number of hundredths of the programme's currency unit (piastres of a pound), or of thousandths
 * where the currency has three decimals (fils of a dinar). Never below zero. As a bigint it adds up without rounding, and the compiler
 * keeps it apart from points, which are numbers.
 *
 * This module alone says how such an amount is read and written. JSON and CSV that leave the service are in currency units.
 */
export type Money = bigint;

/** How many of them a currency unit has. A currency without decimals is counted in hundredths as well. */
export function perUnit(): bigint {
  return decimalsOf() === 3 ? 1000n : 100n;
}

/** The smallest amount that can be paid. */
export function leastMoney(): Money {
  return perUnit() / 10n ** BigInt(decimalsOf());
}

/** The same in currency units. */
export function leastUnits(): number {
  return inUnits(leastMoney());
}

/** No money. */
export const NOTHING: Money = 0n;

/** At most as many digits as a number holds exactly. */
const UNITS = /^(\d{1,16})(?:\.(\d{1,3}))?$/;

/** Money of a number of currency units; null when it is below zero or has more decimals than the currency. */
export function readMoney(units: number): Money | null {
  const [, whole, fraction = ""] = UNITS.exec(String(units)) ?? [];
  if (whole === undefined || fraction.length > decimalsOf()) return null;
  return (BigInt(whole + fraction.padEnd(3, "0")) * perUnit()) / 1000n;
}

/** A sum in floating point is off by far less than this. */
const NOISE_MAX = 1e-6;

/** The amount that a number of currency units with float noise stands for (`150.75000000000003`); null where it is further off. */
export function exactUnits(units: number): number | null {
  const exact = Number(units.toFixed(decimalsOf()));
  return Math.abs(exact - units) < NOISE_MAX ? exact : null;
}

/** The same for a number that was checked before. Throws RangeError for what {@link readMoney} cannot read. */
export function moneyOf(units: number): Money {
  const money = readMoney(units);
  if (money === null)
    throw new RangeError(`${units} is no amount of money with at most ${decimalsOf()} decimals`);
  return money;
}

/** The canonical text, in currency units without needless zeros: "150", "150.5", "150.75". */
export function moneyText(money: Money): string {
  const fraction = money % perUnit();
  const units = String(money / perUnit());
  const digits = String(perUnit()).length - 1;
  return fraction === 0n ? units : `${units}.${String(fraction).padStart(digits, "0").replace(/0+$/, "")}`;
}

/** The number of currency units for JSON and for showing. Its digits are those of {@link moneyText} up to 2^43 units, 8 million million. */
export function inUnits(money: Money): number {
  return Number(moneyText(money));
}

/** An amount as a number of currency units, exact, for arithmetic: to be divided by the second. */
export function fractionOf(money: Money): [amount: string, perUnit: string] {
  return [money.toString(), perUnit().toString()];
}

/** Rounded half up to whole currency units. */
export function roundedUnits(money: Money): number {
  return Number((money + perUnit() / 2n) / perUnit());
}

/** The smaller of two amounts. */
export function lesser(one: Money, other: Money): Money {
  return one < other ? one : other;
}

/** Whether it is a whole number of currency units. */
export function isWhole(money: Money): boolean {
  return money % perUnit() === 0n;
}

/** From here on the second column of an amount has thousandths: 1000 and as many as there are. */
const THOUSANDTHS = 1000;

/**
 * The two columns that keep an amount: its whole currency units, and the hundredths beside them, 0 to 99. Where the third decimal is
 * not 0 they are thousandths, 1001 to 1999, so that no row depends on what the currency is now.
 */
export function columnsOf(money: Money): { units: bigint; hundredths: number } {
  const rest = Number(((money % perUnit()) * 1000n) / perUnit());
  return { units: money / perUnit(), hundredths: rest % 10 === 0 ? rest / 10 : THOUSANDTHS + rest };
}

/** A sum of amounts: of the whole units of each, and of what is beside them by {@link restSql}. */
export function ofColumns({ units, hundredths }: { units: number; hundredths: number }): Money {
  return BigInt(units) * perUnit() + BigInt(hundredths);
}

/** SQL for as many of the smallest units as the programme's currency unit has: kept beside the currency, so that no text depends on it. */
const PER_UNIT = "(SELECT p.money_per_unit FROM programme p WHERE p.id = 1)";

/** SQL for what is beside the whole units of an amount, of its column of hundredths. */
export function restSql(hundredths: string): string {
  return `(CASE WHEN ${hundredths} < ${THOUSANDTHS} THEN ${hundredths} * ${PER_UNIT} / 100 ELSE (${hundredths} - ${THOUSANDTHS}) * ${PER_UNIT} / 1000 END)`;
}

/** SQL for an amount that is kept in two columns, as a number. */
export function amountSql(units: string, hundredths: string): string {
  return `(${units} * ${PER_UNIT} + ${restSql(hundredths)})`;
}

/** The same as text that BigInt reads: no number of JSON could hold every one. */
export function moneySql(units: string, hundredths: string): string {
  return `${amountSql(units, hundredths)}::text`;
}

/** The same for amounts that may be below zero, of at most the currency's decimals. */
export function sumOfSigned(amounts: Iterable<number>): number {
  let sum = 0n;
  for (const amount of amounts) sum += amount < 0 ? -moneyOf(-amount) : moneyOf(amount);
  return sum < 0n ? -inUnits(-sum) : inUnits(sum);
}

/** Adds amounts given in currency units, without the error that adding such numbers has. */
export function sumOfUnits(amounts: Iterable<number>): number {
  let sum = NOTHING;
  for (const amount of amounts) sum += moneyOf(amount);
  return inUnits(sum);
}
