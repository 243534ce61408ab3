import type { DealCatalogue, LiveDeals } from "@/lib/areas/deals/live-deals";

/**
 * The deals that are live now for a rate plan, in the order of rules.md §10 (interface.md §4.5).
 */
export function getDeals(
  { deals }: { deals: DealCatalogue },
  { ratePlan }: { ratePlan: string | null },
): Promise<LiveDeals> {
  return deals.live(ratePlan);
}
