import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientsPage } from "@/components/clients/clients-page";
import { clientsQuery } from "@/components/clients/queries";
import { listChoicesQuery } from "@/components/lists/queries";
import { clientFiltersSchema } from "@/lib/areas/clients/desk-schemas";
import { hasTryIt, readClientPage } from "@/lib/areas/clients/portal";
import { openList } from "@/lib/portal/open-list";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { addressOf, readFilters } from "@/lib/portal/wire/read-filters";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("clients"))("title") };
}

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const [address, { actor }] = await Promise.all([searchParams, requirePageSession()]);
  const filters = readFilters(clientFiltersSchema, addressOf(address));
  const choices = await openList(actor, {
    list: "clients",
    path: "/manage/clients",
    address: addressOf(address),
  });
  return (
    <RoleGate path="/manage/clients">
      <Prefetched
        queries={[
          readAhead(listChoicesQuery("clients"), async () => choices),
          readAhead(clientsQuery(filters), () => readClientPage(actor, filters)),
        ]}
      >
        <ClientsPage hasTryIt={hasTryIt()} />
      </Prefetched>
    </RoleGate>
  );
}
