import type { Metadata } from "next";
import { cookies } from "next/headers";
import { getTranslations } from "next-intl/server";
import { DealsPage } from "@/components/deals/deals-page";
import { DEALS_VIEW_COOKIE, readDealsView } from "@/components/deals/deals-view";
import { dealChoicesQuery, dealsQuery } from "@/components/deals/queries";
import { readDealChoices, readDealPage } from "@/lib/areas/deals/portal";
import { dealFiltersSchema } from "@/lib/areas/deals/schemas";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { addressOf, readFilters } from "@/lib/portal/wire/read-filters";
import { RoleGate } from "../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("pages"))("deals") };
}

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export default async function LiveDealsPage({ searchParams }: { searchParams: SearchParams }) {
  const [address, store] = await Promise.all([searchParams, cookies()]);
  const filters = readFilters(dealFiltersSchema, addressOf(address));
  return (
    <RoleGate path="/deals">
      <Prefetched
        queries={[
          readAhead(dealsQuery(filters), () => readDealPage(filters)),
          readAhead(dealChoicesQuery, readDealChoices),
        ]}
      >
        <DealsPage firstView={readDealsView(store.get(DEALS_VIEW_COOKIE)?.value)} />
      </Prefetched>
    </RoleGate>
  );
}
