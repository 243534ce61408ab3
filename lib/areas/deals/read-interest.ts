import { readUsesOfDeals } from "@/lib/areas/reports/deal-uses";
import { CHANNEL } from "@/lib/ledger/core/types";
import type { AdminContext } from "@/lib/portal/acts/context";

/** How often a deal was seen, opened and used, from its beginning on. */
export interface DealInterest {
  apiViews: number;
  portalViews: number;
  taps: number;
  redemptions: number;
  rewards: number;
}

export interface DealInterests {
  /** Nothing at all for a deal that nobody has seen or used. */
  of(dealId: number): DealInterest;
}

const NOTHING: DealInterest = { apiViews: 0, portalViews: 0, taps: 0, redemptions: 0, rewards: 0 };

interface CountRow {
  deal_id: number;
  api_views: bigint;
  portal_views: bigint;
  taps: bigint;
}

/** Counts of these deals. The caller checks that the reader may know of them. */
export async function readDealInterests(
  { database }: Pick<AdminContext, "database">,
  dealIds: readonly number[],
): Promise<DealInterests> {
  const ids = [...dealIds];
  const [counts, uses] = await Promise.all([
    database.$queryRaw<CountRow[]>`
      SELECT deal_id, coalesce(sum(views) FILTER (WHERE channel_id = ${CHANNEL.posApi}), 0)::bigint AS api_views,
             coalesce(sum(views) FILTER (WHERE channel_id <> ${CHANNEL.posApi}), 0)::bigint AS portal_views,
             sum(taps)::bigint AS taps
        FROM deal_day WHERE deal_id = ANY(${ids}::int[]) GROUP BY deal_id`,
    readUsesOfDeals(database, ids),
  ]);
  const byDeal = new Map<number, DealInterest>();
  for (const row of counts)
    byDeal.set(row.deal_id, {
      ...NOTHING,
      apiViews: Number(row.api_views),
      portalViews: Number(row.portal_views),
      taps: Number(row.taps),
    });
  for (const { dealId, ...used } of uses) byDeal.set(dealId, { ...(byDeal.get(dealId) ?? NOTHING), ...used });
  return { of: (dealId) => byDeal.get(dealId) ?? NOTHING };
}
