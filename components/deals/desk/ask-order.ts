import { ask } from "@/components/kit/contract";
import { deskDeals as api } from "@/lib/areas/deals/desk-contract";

/** The deals that can be put in order: those of a merchant, or with null those of all. */
export const askOrder = (merchantId: number | null) =>
  ask(api.order, { query: { merchant: merchantId ?? undefined } });
