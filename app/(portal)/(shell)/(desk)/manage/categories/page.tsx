import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CategoriesPage } from "@/components/categories/categories-page";
import { categoriesQuery } from "@/components/categories/queries";
import { readDeskCategories } from "@/lib/areas/deals/desk-portal";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("desk.areas"))("categories") };
}

export default async function Page() {
  const { actor } = await requirePageSession();
  return (
    <RoleGate path="/manage/categories">
      <Prefetched queries={[readAhead(categoriesQuery, () => readDeskCategories(actor))]}>
        <CategoriesPage />
      </Prefetched>
    </RoleGate>
  );
}
