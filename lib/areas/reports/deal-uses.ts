import { LOG_TYPE } from "@/lib/ledger/core/types";
import type { PrismaClient } from "@/lib/platform/database/generated/client";

interface UseRow {
  deal_id: number;
  redemptions: bigint;
  rewards: bigint;
}

/** How many redemptions and rewards name a deal's number at its merchant, without those that were voided, over all days. */
export async function readUsesOfDeals(
  database: Pick<PrismaClient, "$queryRaw">,
  dealIds: readonly number[],
): Promise<{ dealId: number; redemptions: number; rewards: number }[]> {
  const rows = await database.$queryRaw<UseRow[]>`
    SELECT d.id AS deal_id, s.redemptions, s.rewards
      FROM deal d
     CROSS JOIN LATERAL (
           SELECT sum(CASE ${LOG_TYPE.redemption}::int WHEN r.log_type_id THEN r.entries WHEN r.cancelled_log_type_id THEN -r.entries ELSE 0 END)::bigint AS redemptions,
                  sum(CASE ${LOG_TYPE.reward}::int WHEN r.log_type_id THEN r.entries WHEN r.cancelled_log_type_id THEN -r.entries ELSE 0 END)::bigint AS rewards
             FROM report_deal_day r WHERE r.offer_number = d.offer_number AND r.merchant_id = d.merchant_id) s
     WHERE d.id = ANY(${[...dealIds]}::int[]) AND s.redemptions IS NOT NULL`;
  return rows.map((row) => ({
    dealId: row.deal_id,
    redemptions: Number(row.redemptions),
    rewards: Number(row.rewards),
  }));
}
