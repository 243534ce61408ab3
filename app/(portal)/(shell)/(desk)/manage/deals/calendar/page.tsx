import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DealCalendarPage } from "@/components/deals/desk/deal-calendar-page";
import { dealCalendarQuery, deskFilterChoicesQuery } from "@/components/deals/desk/queries";
import { readDealCalendar, readDeskFilterChoices } from "@/lib/areas/deals/desk-portal";
import { dealCalendarRequestSchema } from "@/lib/areas/deals/desk-schemas";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { addressOf, readFilters } from "@/lib/portal/wire/read-filters";
import { RoleGate } from "../../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("deals.desk.calendar"))("title") };
}

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const [address, { actor }] = await Promise.all([searchParams, requirePageSession()]);
  const filters = readFilters(dealCalendarRequestSchema, addressOf(address));
  return (
    <RoleGate path="/manage/deals">
      <Prefetched
        queries={[
          readAhead(dealCalendarQuery(filters), () => readDealCalendar(actor, filters)),
          // A merchant's own people choose no merchant.
          ...(actor.merchantId === null
            ? [readAhead(deskFilterChoicesQuery, () => readDeskFilterChoices(actor))]
            : []),
        ]}
      >
        <DealCalendarPage />
      </Prefetched>
    </RoleGate>
  );
}
