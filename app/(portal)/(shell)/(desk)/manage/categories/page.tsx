import { CategoriesPage } from "@/components/categories/categories-page";
import { categoriesPortal } from "@/lib/areas/categories/portal";
import { definePage } from "../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/manage/categories",
  title: "categories.title",
  reads: (ahead) => [ahead(categoriesPortal.list)],
  show: () => <CategoriesPage />,
});

export { generateMetadata, Page as default };
