import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { MerchantsPage } from "@/components/merchants/merchants-page";
import { merchantsQuery } from "@/components/merchants/queries";
import { readMerchants } from "@/lib/areas/merchants/portal";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("merchants"))("title") };
}

export default async function ManageMerchantsPage() {
  const { actor } = await requirePageSession();
  return (
    <RoleGate path="/manage/merchants">
      <Prefetched queries={[readAhead(merchantsQuery, () => readMerchants(actor))]}>
        <MerchantsPage />
      </Prefetched>
    </RoleGate>
  );
}
