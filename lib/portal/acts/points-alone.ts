import type { PostedEntry } from "@/lib/ledger/rules/decision";
import { isDomainError } from "@/lib/ledger/rules/errors";
import { StaleError } from "@/lib/ledger/run/ledger";
import { lockRow, type Transaction } from "@/lib/portal/acts/administer";
import type { LedgerAdminContext } from "@/lib/portal/acts/context";

/** Acts of one person that give, move or open up points without a second one, by the setting that bounds them. */
const KINDS = {
  adjustmentApprovalAbove: ["adjust", "import", "merge", "pin", "segment", "coupons", "join"],
  offersApprovalAbove: ["offer"],
} as const;
export type AloneSetting = keyof typeof KINDS;
export type AloneKind = (typeof KINDS)[AloneSetting][number];

const DAY_MS = 24 * 60 * 60 * 1000;

/** Points that each of these people gave, moved or opened up alone in the last 24 hours (rules.md §24), by acts of one setting. */
export async function readPointsAlone(
  database: Pick<Transaction, "pointsAlone">,
  userIds: readonly number[],
  now: Date,
  setting: AloneSetting = "adjustmentApprovalAbove",
): Promise<Map<number, number>> {
  const sums = await database.pointsAlone.groupBy({
    by: ["userId"],
    where: {
      userId: { in: [...new Set(userIds)] },
      kind: { in: [...KINDS[setting]] },
      at: { gt: new Date(now.getTime() - DAY_MS) },
    },
    _sum: { points: true },
  });
  return new Map(sums.map(({ userId, _sum }) => [userId, Number(_sum.points ?? 0)]));
}

/** Repeated requests count once. `reference` stands for the act's whole content. */
export interface AloneKey {
  userId: number;
  kind: AloneKind;
  reference: string;
}

/**
 * Counts an act of one person against the programme's limit for a rolling day, under the person's lock, so that no two at
 * once exceed it. The same act again counts once.
 * @returns null when it was counted, otherwise the limit and the points that count already: the act needs a second person
 */
export async function countAlone(
  tx: Transaction,
  {
    points,
    now,
    ...key
  }: AloneKey & {
    /** Whole points, 0 or more. */
    points: number;
    now: Date;
  },
): Promise<{ above: number; before: number } | null> {
  const { userId, kind } = key;
  const setting = kind === "offer" ? "offersApprovalAbove" : "adjustmentApprovalAbove";
  await lockRow(tx, "user", userId);
  if ((await tx.pointsAlone.count({ where: key })) > 0) return null;
  const above = Number((await tx.programme.findUniqueOrThrow({ where: { id: 1 } }))[setting]);
  const before = (await readPointsAlone(tx, [userId], now, setting)).get(userId) ?? 0;
  if (before + points > above) return { above, before };
  await tx.pointsAlone.create({ data: { ...key, points: BigInt(points), at: now } });
  return null;
}

/**
 * Posts a movement that was counted, and takes the count back where the ledger carried nothing out. Where nobody knows whether it did
 * (1902), the movement counts.
 */
export async function postCounted(
  { database, ledger }: Pick<LedgerAdminContext, "database" | "ledger">,
  key: AloneKey,
  command: Parameters<LedgerAdminContext["ledger"]["post"]>[0],
): Promise<PostedEntry> {
  try {
    return await ledger.post(command);
  } catch (error) {
    if (error instanceof StaleError || (isDomainError(error) && error.code < 1900))
      await database.pointsAlone.deleteMany({ where: key });
    throw error;
  }
}
