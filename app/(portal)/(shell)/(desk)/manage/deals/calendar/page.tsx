import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DealCalendarPage } from "@/components/deals/desk/deal-calendar-page";
import { ask } from "@/components/kit/contract";
import { deskDeals as api } from "@/lib/areas/deals/desk-contract";
import { deskDealsPortal } from "@/lib/areas/deals/desk-portal";
import { dealCalendarRequestSchema } from "@/lib/areas/deals/desk-schemas";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { answerOnPage } from "@/lib/portal/serve";
import { addressOf, readFilters } from "@/lib/portal/wire/read-filters";
import { RoleGate } from "../../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("deals.desk.calendar"))("title") };
}

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const [address, session] = await Promise.all([searchParams, requirePageSession()]);
  const filters = readFilters(dealCalendarRequestSchema, addressOf(address));
  return (
    <RoleGate path="/manage/deals">
      <Prefetched
        queries={[
          readAhead(ask(api.calendar, { query: filters }), () =>
            answerOnPage(deskDealsPortal.calendar, session, { query: filters }),
          ),
          // A merchant's own people choose no merchant.
          ...(session.actor.merchantId === null
            ? [readAhead(ask(api.filters), () => answerOnPage(deskDealsPortal.filters, session, {}))]
            : []),
        ]}
      >
        <DealCalendarPage />
      </Prefetched>
    </RoleGate>
  );
}
