import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { firstHourQuery } from "@/components/first-hour/queries";
import { listChoicesQuery } from "@/components/lists/queries";
import { MerchantsPage } from "@/components/merchants/merchants-page";
import { merchantsQuery } from "@/components/merchants/queries";
import { readProgrammeFirstHour } from "@/lib/areas/firsthour/portal";
import { readMerchants } from "@/lib/areas/merchants/portal";
import { openList } from "@/lib/portal/open-list";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { addressOf } from "@/lib/portal/wire/read-filters";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("merchants"))("title") };
}

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export default async function ManageMerchantsPage({ searchParams }: { searchParams: SearchParams }) {
  const [{ actor }, address] = await Promise.all([requirePageSession(), searchParams]);
  const choices = await openList(actor, {
    list: "merchants",
    path: "/manage/merchants",
    address: addressOf(address),
  });
  return (
    <RoleGate path="/manage/merchants">
      <Prefetched
        queries={[
          readAhead(listChoicesQuery("merchants"), async () => choices),
          readAhead(firstHourQuery, () => readProgrammeFirstHour(actor)),
          readAhead(merchantsQuery, () => readMerchants(actor)),
        ]}
      >
        <MerchantsPage />
      </Prefetched>
    </RoleGate>
  );
}
