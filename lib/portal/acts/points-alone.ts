import type { PostedEntry } from "@/lib/ledger/rules/decision";
import { isDomainError } from "@/lib/ledger/rules/errors";
import { StaleError } from "@/lib/ledger/run/ledger";
import { sharersOf, tightest } from "@/lib/ledger/with/limits/words";
import { lockRow, type Transaction } from "@/lib/portal/acts/administer";
import type { LedgerAdminContext } from "@/lib/portal/acts/context";
import { readNewRights, readShares } from "./new-rights";

/** Acts of one person that give, move or open up points without a second one, by the setting that bounds them. */
const KINDS = {
  adjustmentApprovalAbove: ["adjust", "import", "merge", "pin", "segment", "coupons", "join"],
  offersApprovalAbove: ["offer"],
} as const;
export type AloneSetting = keyof typeof KINDS;
export type AloneKind = (typeof KINDS)[AloneSetting][number];

const DAY_MS = 24 * 60 * 60 * 1000;

/** Points that a person may give, move or open up alone in 24 hours, and those of the last 24 hours that count already. */
export interface AloneDay {
  above: number;
  before: number;
}

/** The day of each of these people by acts of one setting (rules.md §24): of the bounds that a person shares (§16) the one with least left. */
export async function readAloneDays(
  database: Pick<Transaction, "pointsAlone" | "programme" | "$queryRawUnsafe">,
  userIds: readonly number[],
  now: Date,
  setting: AloneSetting = "adjustmentApprovalAbove",
): Promise<(userId: number) => AloneDay> {
  const rights = await readNewRights(database, now);
  const sharers = userIds.map((userId) => ({ userId, shares: rights.sharesOf(userId) }));
  const programme = await database.programme.findUniqueOrThrow({ where: { id: 1 } });
  const sums = await database.pointsAlone.groupBy({
    by: ["userId"],
    where: {
      userId: { in: sharers.flatMap(sharersOf) },
      kind: { in: [...KINDS[setting]] },
      at: { gt: new Date(now.getTime() - DAY_MS) },
    },
    _sum: { points: true },
  });
  const usedBy = (id: number) => sums.find(({ userId }) => userId === id)?._sum.points ?? 0n;
  return (userId) => {
    const { most, used } = tightest(programme[setting], { userId, shares: rights.sharesOf(userId) }, usedBy);
    return { above: Number(most), before: Number(used) };
  };
}

/** Repeated requests count once. `reference` stands for the act's whole content. */
export interface AloneKey {
  userId: number;
  kind: AloneKind;
  reference: string;
}

/**
 * Counts an act of one person against the programme's limit for a rolling day, under the locks of the person and of those
 * who share it, so that no two at once exceed it. The same act again counts once.
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
): Promise<AloneDay | null> {
  const { userId, kind } = key;
  const setting = kind === "offer" ? "offersApprovalAbove" : "adjustmentApprovalAbove";
  const shares = await readShares(tx, userId, now);
  for (const id of sharersOf({ userId, shares })) await lockRow(tx, "user", id);
  if ((await tx.pointsAlone.count({ where: key })) > 0) return null;
  const day = (await readAloneDays(tx, [userId], now, setting))(userId);
  if (day.before + points > day.above) return day;
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
