import { portalQuery } from "@/components/kit/query";
import type { UsableDealsRequest } from "@/lib/areas/deals/schemas";

/** The live deals that customers of a tier can have at a branch. Deals come and go by themselves: it is asked anew after a minute. */
export const usableDealsQuery = (request: UsableDealsRequest) =>
  portalQuery({
    key: ["deals", "usable", request],
    // The till asks for it after its first sight: what reads the answer need not come with the page.
    answer: async () => (await import("@/lib/areas/deals/schemas")).usableDealsSchema,
    path: "deals/usable",
    query: request,
    staleTime: 60_000,
  });
