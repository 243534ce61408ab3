import { lockRow, type Transaction } from "@/lib/areas/administer";

/** Acts of one person that give, move or open up points without a second one. */
export type AloneKind = "adjust" | "import" | "merge" | "pin";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Points that each of these people gave or moved alone in the last 24 hours (rules.md §16): corrections, files with opening
 * points, merges, and the balances of wallets whose PIN they set.
 */
export async function readPointsAlone(
  database: Pick<Transaction, "pointsAlone">,
  userIds: readonly number[],
  now: Date,
): Promise<Map<number, number>> {
  const sums = await database.pointsAlone.groupBy({
    by: ["userId"],
    where: { userId: { in: [...new Set(userIds)] }, at: { gt: new Date(now.getTime() - DAY_MS) } },
    _sum: { points: true },
  });
  return new Map(sums.map(({ userId, _sum }) => [userId, Number(_sum.points ?? 0)]));
}

/**
 * Counts an act of one person against the programme's limit for a rolling day, under the person's lock, so that no two at
 * once exceed it. The same reference again counts once.
 * @returns null when it was counted, otherwise the limit: the act needs a second person
 */
export async function countAlone(
  tx: Transaction,
  {
    userId,
    kind,
    reference,
    points,
    now,
  }: {
    userId: number;
    kind: AloneKind;
    reference: string;
    /** Whole points, 0 or more. */
    points: number;
    now: Date;
  },
): Promise<number | null> {
  await lockRow(tx, "user", userId);
  const key = { userId, kind, reference };
  if ((await tx.pointsAlone.count({ where: key })) > 0) return null;
  const { adjustmentApprovalAbove } = await tx.programme.findUniqueOrThrow({ where: { id: 1 } });
  const above = Number(adjustmentApprovalAbove);
  const before = (await readPointsAlone(tx, [userId], now)).get(userId) ?? 0;
  if (before + points > above) return above;
  await tx.pointsAlone.create({ data: { ...key, points: BigInt(points), at: now } });
  return null;
}

/** Takes a count back: the ledger refused the movement. */
export async function uncountAlone(
  database: Pick<Transaction, "pointsAlone">,
  key: { userId: number; kind: AloneKind; reference: string },
): Promise<void> {
  await database.pointsAlone.deleteMany({ where: key });
}
