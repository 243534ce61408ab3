import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PromotionsPage } from "@/components/promotions/promotions-page";
import { promotionsQuery } from "@/components/promotions/queries";
import { readPromotions } from "@/lib/areas/promotions/portal";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("promotions"))("title") };
}

export default async function Page() {
  const { actor } = await requirePageSession();
  return (
    <RoleGate path="/manage/promotions">
      <Prefetched queries={[readAhead(promotionsQuery, () => readPromotions(actor))]}>
        <PromotionsPage />
      </Prefetched>
    </RoleGate>
  );
}
