import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DealEditor } from "@/components/deals/desk/deal-editor";
import { deskChoicesQuery } from "@/components/deals/desk/queries";
import { deskNow, readDeskChoices } from "@/lib/areas/deals/desk-portal";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { RoleGate } from "../../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("deals.desk"))("new") };
}

export default async function Page() {
  const { actor } = await requirePageSession();
  return (
    <RoleGate path="/manage/deals">
      <Prefetched queries={[readAhead(deskChoicesQuery, () => readDeskChoices(actor))]}>
        <DealEditor dealId={null} now={deskNow()} />
      </Prefetched>
    </RoleGate>
  );
}
