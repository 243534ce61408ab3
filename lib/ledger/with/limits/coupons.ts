import type { Prisma } from "@/lib/platform/database/generated/client";
import { inUnits, type Money, moneyOf } from "@/lib/platform/money";
import { type Breach, type Limits, limitsOfRow, type Shares, sharersOf, tightest } from "./words";

/** Of the user `$1`. */
export const LOCK_COUPON_DAY = "SELECT pg_advisory_xact_lock(hashtext('points-service coupon day'), $1::int)";
const COUNT = `
INSERT INTO coupon_day (user_id, business_date, hundredths) VALUES ($1, $2::date, $3)
ON CONFLICT (user_id, business_date) DO UPDATE SET hundredths = coupon_day.hundredths + excluded.hundredths`;

/** Locks the days of whoever uses a coupon or opens it again, and of those who share them: after the wallet, before the coupon. */
export async function lockCouponDays(
  tx: Prisma.TransactionClient,
  person: { userId: number; shares: Shares | undefined },
): Promise<void> {
  for (const userId of sharersOf(person)) await tx.$executeRawUnsafe(LOCK_COUPON_DAY, userId);
}

/**
 * Counts the worth of a coupon that a person or an API client uses or opens again, under the lock of its day (rules.md §15). A client
 * with limits of its own has its limit of what it gives back.
 * @returns null when it was counted; else the limit that it would pass, and nothing is counted
 */
export async function countCoupon(
  tx: Prisma.TransactionClient,
  {
    userId,
    shares,
    clientId,
    worth,
    day,
  }: {
    userId: number;
    shares: Shares | undefined;
    clientId: number | null;
    worth: number;
    day: string;
  },
): Promise<Breach | null> {
  if (worth === 0) return null;
  const max = await readMax(tx, clientId);
  if (max === null) return null;
  const rows = await tx.couponDay.findMany({
    where: { userId: { in: sharersOf({ userId, shares }) }, businessDate: new Date(day) },
  });
  const usedBy = (id: number) => rows.find((row) => row.userId === id)?.hundredths ?? 0n;
  const breach = couponBreach(max, { userId, shares, clientId, worth, usedBy });
  if (breach !== null) return breach;
  await tx.$executeRawUnsafe(COUNT, userId, day, moneyOf(worth));
  return null;
}

async function readMax(tx: Prisma.TransactionClient, clientId: number | null): Promise<number | null> {
  const programme = await tx.programme.findUniqueOrThrow({ where: { id: 1 } });
  if (clientId === null) return programme.personCouponValueMax;
  const client = await tx.apiClient.findUniqueOrThrow({ where: { id: clientId } });
  return couponValueMax(programme, {
    ...limitsOfRow(client),
    hasOwnLimits: client.hasOwnLimits || client.sandboxId !== null,
  });
}

/** Currency units of coupons that a person, or an API client, may use or open again in a day; null: any. */
export function couponValueMax(
  { personCouponValueMax, clientReversedValueMax }: CouponLimits,
  client: (Pick<Limits, "personReversedValueMax"> & { hasOwnLimits: boolean }) | null,
): number | null {
  if (client === null) return personCouponValueMax;
  if (client.hasOwnLimits) return client.personReversedValueMax;
  return client.personReversedValueMax ?? clientReversedValueMax;
}

type CouponLimits = Record<"personCouponValueMax" | "clientReversedValueMax", number | null>;

/** The limit that a coupon's worth would pass; null: none. `usedBy`: the worth that a user has used on the day. */
export function couponBreach(
  max: number,
  {
    clientId,
    worth,
    usedBy,
    ...person
  }: {
    userId: number;
    shares: Shares | undefined;
    clientId: number | null;
    worth: number;
    usedBy: (userId: number) => Money;
  },
): Breach | null {
  const { most, used } = tightest(moneyOf(max), person, usedBy);
  const available = most - used;
  if (moneyOf(worth) <= available) return null;
  return {
    limit: clientId === null ? "personCouponValueMax" : "personReversedValueMax",
    required: worth,
    available: available > 0n ? inUnits(available) : 0,
  };
}
