import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { BranchesPage } from "@/components/branches/branches-page";
import { branchesQuery } from "@/components/branches/queries";
import { listChoicesQuery } from "@/components/lists/queries";
import { merchantsQuery } from "@/components/merchants/queries";
import { branchFiltersSchema } from "@/lib/areas/branches/desk-schemas";
import { readBranchPage } from "@/lib/areas/branches/portal";
import { readMerchants } from "@/lib/areas/merchants/portal";
import { openList } from "@/lib/portal/open-list";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { addressOf, readFilters } from "@/lib/portal/wire/read-filters";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("branches"))("title") };
}

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export default async function ManageBranchesPage({ searchParams }: { searchParams: SearchParams }) {
  const [{ actor }, address] = await Promise.all([requirePageSession(), searchParams]);
  const chosen = readFilters(branchFiltersSchema, addressOf(address));
  const filters = { ...chosen, merchant: actor.merchantId ?? chosen.merchant };
  const choices = await openList(actor, {
    list: "branches",
    path: "/manage/branches",
    address: addressOf(address),
  });
  return (
    <RoleGate path="/manage/branches">
      <Prefetched
        queries={[
          readAhead(listChoicesQuery("branches"), async () => choices),
          readAhead(merchantsQuery, () => readMerchants(actor)),
          readAhead(branchesQuery(filters), () => readBranchPage(actor, filters)),
        ]}
      >
        <BranchesPage />
      </Prefetched>
    </RoleGate>
  );
}
