import type { Metadata } from "next";
import { cookies } from "next/headers";
import { getTranslations } from "next-intl/server";
import { DealsPage } from "@/components/deals/deals-page";
import { DEALS_VIEW_COOKIE, readDealsView } from "@/components/deals/deals-view";
import { keys } from "@/components/kit/keys";
import { readDealChoices, readDealPage } from "@/lib/areas/deals/portal";
import { dealChoicesSchema, dealFiltersSchema, dealPageSchema } from "@/lib/areas/deals/schemas";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { readFilters } from "@/lib/portal/wire/read-filters";
import { RoleGate } from "../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("pages"))("deals") };
}

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export default async function LiveDealsPage({ searchParams }: { searchParams: SearchParams }) {
  const [address, store] = await Promise.all([searchParams, cookies()]);
  const filters = readFilters(dealFiltersSchema, { get: (name) => [address[name]].flat()[0] ?? null });
  return (
    <RoleGate path="/deals">
      <Prefetched
        queries={[
          readAhead(keys.deals.list(filters), dealPageSchema, () => readDealPage(filters), { isPaged: true }),
          readAhead(keys.deals.choices, dealChoicesSchema, readDealChoices),
        ]}
      >
        <DealsPage firstView={readDealsView(store.get(DEALS_VIEW_COOKIE)?.value)} />
      </Prefetched>
    </RoleGate>
  );
}
