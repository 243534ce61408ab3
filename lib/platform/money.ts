/**
 * An amount of money, exact: a whole number of hundredths of the programme's currency unit (piastres of a pound). Never below
 * zero. As a bigint it adds up without rounding, and the compiler keeps it apart from points, which are numbers.
 *
 * This module alone says how such an amount is read and written. JSON and CSV that leave the service are in currency units.
 */
export type Money = bigint;

const HUNDREDTHS = 100n;

/** No money. */
export const NOTHING: Money = 0n;

/** At most as many digits as a number holds exactly. */
const UNITS = /^(\d{1,16})(?:\.(\d{1,2}))?$/;

/** Money of a number of currency units; null when it is below zero or has more than two decimals. */
export function readMoney(units: number): Money | null {
  const [, whole, fraction = ""] = UNITS.exec(String(units)) ?? [];
  return whole === undefined ? null : BigInt(whole + fraction.padEnd(2, "0"));
}

/** A sum in floating point is off by far less than this. */
const NOISE_MAX = 1e-6;

/** The amount that a number of currency units with float noise stands for (`150.75000000000003`); null where it is further off. */
export function exactUnits(units: number): number | null {
  const exact = Number(units.toFixed(2));
  return Math.abs(exact - units) < NOISE_MAX ? exact : null;
}

/** The same for a number that was checked before. Throws RangeError for what {@link readMoney} cannot read. */
export function moneyOf(units: number): Money {
  const money = readMoney(units);
  if (money === null) throw new RangeError(`${units} is no amount of money with at most two decimals`);
  return money;
}

/** The canonical text, in currency units without needless zeros: "150", "150.5", "150.75". */
export function moneyText(money: Money): string {
  const fraction = money % HUNDREDTHS;
  const units = String(money / HUNDREDTHS);
  return fraction === 0n ? units : `${units}.${String(fraction).padStart(2, "0").replace(/0$/, "")}`;
}

/** The number of currency units for JSON and for showing. Its digits are those of {@link moneyText} up to 2^46 units, 70 million million. */
export function inUnits(money: Money): number {
  return Number(moneyText(money));
}

/** Rounded half up to whole currency units. */
export function roundedUnits(money: Money): number {
  return Number((money + HUNDREDTHS / 2n) / HUNDREDTHS);
}

/** The smaller of two amounts. */
export function lesser(one: Money, other: Money): Money {
  return one < other ? one : other;
}

/** Whether it is a whole number of currency units. */
export function isWhole(money: Money): boolean {
  return money % HUNDREDTHS === 0n;
}

/** The two columns that keep an amount: its whole currency units, and the hundredths beside them, 0 to 99. */
export function columnsOf(money: Money): { units: bigint; hundredths: number } {
  return { units: money / HUNDREDTHS, hundredths: Number(money % HUNDREDTHS) };
}

/** An amount that is kept so, or a sum of such: then there may be more than 99 hundredths. */
export function ofColumns({ units, hundredths }: { units: number; hundredths: number }): Money {
  return BigInt(units) * HUNDREDTHS + BigInt(hundredths);
}

/** SQL for an amount that is kept in two columns, as text that BigInt reads: no number of JSON could hold every one. */
export function moneySql(units: string, hundredths: string): string {
  return `(${units} * 100 + ${hundredths})::text`;
}

/** The same for amounts that may be below zero, of at most two decimals. */
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
