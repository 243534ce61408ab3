import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DealsDeskPage } from "@/components/deals/desk/deals-desk-page";
import { deskDealsQuery, deskFilterChoicesQuery } from "@/components/deals/desk/queries";
import { listChoicesQuery } from "@/components/lists/queries";
import { readDeskFilterChoices, readDeskList } from "@/lib/areas/deals/desk-portal";
import { deskFiltersSchema } from "@/lib/areas/deals/desk-schemas";
import { openList } from "@/lib/portal/open-list";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { addressOf, readFilters } from "@/lib/portal/wire/read-filters";
import { RoleGate } from "../../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("deals"))("title") };
}

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const [address, { actor }] = await Promise.all([searchParams, requirePageSession()]);
  const filters = readFilters(deskFiltersSchema, addressOf(address));
  const choices = await openList(actor, {
    list: "deals",
    path: "/manage/deals",
    address: addressOf(address),
  });
  return (
    <RoleGate path="/manage/deals">
      <Prefetched
        queries={[
          readAhead(listChoicesQuery("deals"), async () => choices),
          readAhead(deskDealsQuery(filters), () => readDeskList(actor, filters)),
          readAhead(deskFilterChoicesQuery, () => readDeskFilterChoices(actor)),
        ]}
      >
        <DealsDeskPage />
      </Prefetched>
    </RoleGate>
  );
}
