import { portalQuery } from "@/components/kit/query";

export const categoriesQuery = portalQuery({
  key: ["categories"],
  answer: async () => (await import("@/lib/areas/categories/schemas")).deskCategoriesSchema,
  path: "manage/categories",
  refetchOnWindowFocus: true,
});
