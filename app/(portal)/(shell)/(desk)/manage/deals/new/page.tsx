import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DealEditor } from "@/components/deal-desk/deal-editor";
import { dealDeskChoicesSchema } from "@/lib/contract/portal/deal-desk";
import { deskNow, readDeskChoices } from "@/lib/http/portal/deal-desk";
import { requirePageSession } from "@/lib/http/portal/page";
import { Prefetched, readAhead } from "@/lib/http/portal/prefetch";
import { keys } from "@/lib/portal/keys";
import { RoleGate } from "../../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("dealDesk"))("new") };
}

export default async function Page() {
  const { actor } = await requirePageSession();
  return (
    <RoleGate path="/manage/deals">
      <Prefetched
        queries={[readAhead(keys.dealDesk.choices, dealDeskChoicesSchema, () => readDeskChoices(actor))]}
      >
        <DealEditor dealId={null} now={deskNow()} />
      </Prefetched>
    </RoleGate>
  );
}
