import { type Limits, limitsOfRow } from "@/lib/ledger/with/limits/words";
import type { PrismaClient } from "@/lib/platform/database/generated/client";
import type { TurnoverRules } from "./words";

/** The programme's rules that a client's limits are derived from. */
export async function readTurnoverRules(
  database: Pick<PrismaClient, "programme" | "segmentVersion">,
): Promise<TurnoverRules> {
  const programme = await database.programme.findUniqueOrThrow({ where: { id: 1 } });
  const { _max: best } = await database.segmentVersion.aggregate({
    where: { isCurrent: true },
    _max: { rewardFactor: true },
  });
  const number = (value: bigint | number | null) => (value === null ? null : Number(value));
  return {
    pointsPerUnit: Number(best.rewardFactor ?? 0),
    limits: limitsOfRow(programme) satisfies Limits,
    clientRewardPointsMax: number(programme.clientRewardPointsMax),
    clientReversedValueMax: number(programme.clientReversedValueMax),
    merchantRewardPointsMax: number(programme.merchantRewardPointsMax),
  };
}
