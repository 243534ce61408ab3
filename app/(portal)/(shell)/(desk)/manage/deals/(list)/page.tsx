import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DealsDeskPage } from "@/components/deals/desk/deals-desk-page";
import { keys } from "@/components/kit/keys";
import { readDeskChoices, readDeskList } from "@/lib/areas/deals/desk-portal";
import { dealDeskChoicesSchema, deskFiltersSchema, deskListSchema } from "@/lib/areas/deals/desk-schemas";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { readFilters } from "@/lib/portal/wire/read-filters";
import { RoleGate } from "../../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("desk.areas"))("deals") };
}

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const [address, { actor }] = await Promise.all([searchParams, requirePageSession()]);
  const filters = readFilters(deskFiltersSchema, { get: (name) => [address[name]].flat()[0] ?? null });
  return (
    <RoleGate path="/manage/deals">
      <Prefetched
        queries={[
          readAhead(keys.dealDesk.list(filters), deskListSchema, () => readDeskList(actor, filters), {
            isPaged: true,
          }),
          readAhead(keys.dealDesk.choices, dealDeskChoicesSchema, () => readDeskChoices(actor)),
        ]}
      >
        <DealsDeskPage />
      </Prefetched>
    </RoleGate>
  );
}
