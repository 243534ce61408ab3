import { portalQuery } from "@/components/kit/query";
import type { Promotion } from "@/lib/areas/promotions/schemas";
import { fieldsOf } from "./promotion-fields";

/** What is given and what is left of budgets moves with every bill. */
const LIVE_MS = 30_000;

export const promotionsQuery = portalQuery({
  key: ["promotions"],
  answer: async () => (await import("@/lib/areas/promotions/schemas")).promotionsSchema,
  path: "manage/promotions",
  refetchOnWindowFocus: true,
  refetchInterval: LIVE_MS,
});

/** What a promotion would have given as it stands. */
export const lookBackQuery = (promotion: Promotion) =>
  portalQuery({
    key: ["promotions", "look-back", promotion.id, promotion.version],
    answer: async () => (await import("@/lib/areas/promotions/schemas")).lookBackSchema,
    path: "manage/promotions/look-back",
    body: fieldsOf(promotion),
  });
