import { portalQuery } from "@/components/kit/query";
import { promotionsSchema } from "@/lib/areas/promotions/schemas";

export const promotionsQuery = portalQuery({
  key: ["promotions"],
  answer: promotionsSchema,
  path: "manage/promotions",
  refetchOnWindowFocus: true,
});
