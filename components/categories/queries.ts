import { portalQuery } from "@/components/kit/query";
import { deskCategoriesSchema } from "@/lib/areas/categories/schemas";

export const categoriesQuery = portalQuery({
  key: ["categories"],
  answer: deskCategoriesSchema,
  path: "manage/categories",
  refetchOnWindowFocus: true,
});
