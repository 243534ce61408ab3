import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CategoriesPage } from "@/components/categories/categories-page";
import { deskCategoriesSchema } from "@/lib/contract/portal/deal-desk";
import { readDeskCategories } from "@/lib/http/portal/deal-desk";
import { requirePageSession } from "@/lib/http/portal/page";
import { Prefetched, readAhead } from "@/lib/http/portal/prefetch";
import { keys } from "@/lib/portal/keys";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("desk.areas"))("categories") };
}

export default async function Page() {
  const { actor } = await requirePageSession();
  return (
    <RoleGate path="/manage/categories">
      <Prefetched
        queries={[readAhead(keys.categories, deskCategoriesSchema, () => readDeskCategories(actor))]}
      >
        <CategoriesPage />
      </Prefetched>
    </RoleGate>
  );
}
