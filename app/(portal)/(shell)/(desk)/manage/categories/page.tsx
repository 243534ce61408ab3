import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CategoriesPage } from "@/components/categories/categories-page";
import { categoriesQuery } from "@/components/categories/queries";
import { readCategories } from "@/lib/areas/categories/portal";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("categories"))("title") };
}

export default async function Page() {
  const { actor } = await requirePageSession();
  return (
    <RoleGate path="/manage/categories">
      <Prefetched queries={[readAhead(categoriesQuery, () => readCategories(actor))]}>
        <CategoriesPage />
      </Prefetched>
    </RoleGate>
  );
}
