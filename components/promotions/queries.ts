import { portalQuery } from "@/components/kit/query";

export const promotionsQuery = portalQuery({
  key: ["promotions"],
  answer: async () => (await import("@/lib/areas/promotions/schemas")).promotionsSchema,
  path: "manage/promotions",
  refetchOnWindowFocus: true,
});
