import type { DealCatalogue, LiveDeals } from "@/lib/deals/live-deals";
import type { Soon } from "@/lib/soon";

/**
 * The deals that are live now for a rate plan, in the order of decisions, section 10 (interface, section 4.5); at once where
 * they are remembered.
 */
export function getDeals(
  { deals }: { deals: DealCatalogue },
  { ratePlan }: { ratePlan: string | null },
): Soon<LiveDeals> {
  return deals.live(ratePlan);
}
