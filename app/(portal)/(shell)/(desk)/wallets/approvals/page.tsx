import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ApprovalsPage } from "@/components/approvals/approvals-page";
import { approvalsQuery } from "@/components/approvals/queries";
import { readApprovals } from "@/lib/areas/approvals/portal";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("wallets.desk"))("areas.approvals") };
}

export default async function Page() {
  const { actor } = await requirePageSession();
  return (
    <RoleGate path="/wallets/approvals">
      <Prefetched queries={[readAhead(approvalsQuery, () => readApprovals(actor))]}>
        <ApprovalsPage />
      </Prefetched>
    </RoleGate>
  );
}
