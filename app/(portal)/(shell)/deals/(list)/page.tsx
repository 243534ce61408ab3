import type { Metadata } from "next";
import { cookies } from "next/headers";
import { getTranslations } from "next-intl/server";
import { DealsPage } from "@/components/deals/deals-page";
import { DEALS_VIEW_COOKIE, readDealsView } from "@/components/deals/deals-view";
import { ask, askPages } from "@/components/kit/contract";
import { deals as api } from "@/lib/areas/deals/contract";
import { dealsPortal } from "@/lib/areas/deals/portal";
import { dealFiltersSchema } from "@/lib/areas/deals/schemas";
import { requirePageSession } from "@/lib/portal/page";
import { PageTexts } from "@/lib/portal/page-texts";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { answerOnPage } from "@/lib/portal/serve";
import { addressOf, readFilters } from "@/lib/portal/wire/read-filters";
import { RoleGate } from "../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("pages"))("deals") };
}

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export default async function LiveDealsPage({ searchParams }: { searchParams: SearchParams }) {
  const [address, store, session] = await Promise.all([searchParams, cookies(), requirePageSession()]);
  const filters = readFilters(dealFiltersSchema, addressOf(address));
  return (
    <RoleGate path="/deals">
      <Prefetched
        queries={[
          readAhead(askPages(api.list, { query: filters }), () =>
            answerOnPage(dealsPortal.list, session, { query: filters }),
          ),
          readAhead(ask(api.choices), () => answerOnPage(dealsPortal.choices, session, {})),
        ]}
      >
        <PageTexts page="/deals">
          <DealsPage firstView={readDealsView(store.get(DEALS_VIEW_COOKIE)?.value)} />
        </PageTexts>
      </Prefetched>
    </RoleGate>
  );
}
