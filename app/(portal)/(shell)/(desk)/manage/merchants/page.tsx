import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { MerchantsPage } from "@/components/merchants/merchants-page";
import { merchantListSchema } from "@/lib/contract/portal/manage-branches";
import { readMerchants } from "@/lib/http/portal/manage-branches";
import { requirePageSession } from "@/lib/http/portal/page";
import { Prefetched, readAhead } from "@/lib/http/portal/prefetch";
import { keys } from "@/lib/portal/keys";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("desk.areas"))("merchants") };
}

export default async function ManageMerchantsPage() {
  const { actor } = await requirePageSession();
  return (
    <RoleGate path="/manage/merchants">
      <Prefetched queries={[readAhead(keys.desk.merchants, merchantListSchema, () => readMerchants(actor))]}>
        <MerchantsPage />
      </Prefetched>
    </RoleGate>
  );
}
