import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { BranchesPage } from "@/components/branches/branches-page";
import { keys } from "@/components/kit/keys";
import {
  ACTIVITIES,
  type BranchSearch,
  branchPageSchema,
  merchantListSchema,
} from "@/lib/areas/branches/desk-schemas";
import { readBranchPage, readMerchants } from "@/lib/areas/branches/portal";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("desk.areas"))("branches") };
}

interface Props {
  searchParams: Promise<{ merchant?: string | string[]; status?: string | string[] }>;
}

export default async function ManageBranchesPage({ searchParams }: Props) {
  const [{ actor }, { merchant, status }] = await Promise.all([requirePageSession(), searchParams]);
  const merchantId = actor.merchantId ?? Number(merchant);
  const activity = ACTIVITIES.find((one) => one === status);
  const search: BranchSearch = { ...(merchantId > 0 && { merchantId }), ...(activity && { activity }) };
  return (
    <RoleGate path="/manage/branches">
      <Prefetched
        queries={[
          readAhead(keys.desk.merchants, merchantListSchema, () => readMerchants(actor)),
          readAhead(keys.desk.branches.list(search), branchPageSchema, () => readBranchPage(actor, search), {
            isPaged: true,
          }),
        ]}
      >
        <BranchesPage />
      </Prefetched>
    </RoleGate>
  );
}
