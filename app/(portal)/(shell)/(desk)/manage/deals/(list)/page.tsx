import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DealsDeskPage } from "@/components/deals/desk/deals-desk-page";
import { ask, askPages } from "@/components/kit/contract";
import { listChoicesQuery } from "@/components/lists/queries";
import { deskDeals as api } from "@/lib/areas/deals/desk-contract";
import { deskDealsPortal } from "@/lib/areas/deals/desk-portal";
import { deskFiltersSchema } from "@/lib/areas/deals/desk-schemas";
import { openList } from "@/lib/areas/lists/open-portal";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { answerOnPage } from "@/lib/portal/serve";
import { addressOf, readFilters } from "@/lib/portal/wire/read-filters";
import { RoleGate } from "../../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("deals"))("title") };
}

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const [address, session] = await Promise.all([searchParams, requirePageSession()]);
  const filters = readFilters(deskFiltersSchema, addressOf(address));
  const choices = await openList(session.actor, {
    list: "deals",
    path: "/manage/deals",
    address: addressOf(address),
  });
  return (
    <RoleGate path="/manage/deals">
      <Prefetched
        queries={[
          readAhead(listChoicesQuery("deals"), async () => choices),
          readAhead(askPages(api.deskList, { query: filters }), () =>
            answerOnPage(deskDealsPortal.deskList, session, { query: filters }),
          ),
          readAhead(ask(api.filters), () => answerOnPage(deskDealsPortal.filters, session, {})),
        ]}
      >
        <DealsDeskPage />
      </Prefetched>
    </RoleGate>
  );
}
