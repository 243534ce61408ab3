import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { reportChoicesQuery, reportQuery } from "@/components/reports/queries";
import { ReportsPage } from "@/components/reports/reports-page";
import { readActivity, readReportChoices } from "@/lib/areas/reports/portal";
import { readReportQuery } from "@/lib/areas/reports/schemas";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { addressOf } from "@/lib/portal/wire/read-filters";
import { RoleGate } from "../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("pages"))("reports") };
}

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const [address, { actor }] = await Promise.all([searchParams, requirePageSession()]);
  const query = readReportQuery(addressOf(address));
  return (
    <RoleGate path="/reports">
      <Prefetched
        queries={[
          readAhead(reportQuery(query), () => readActivity(actor, query)),
          readAhead(reportChoicesQuery, () => readReportChoices(actor)),
        ]}
      >
        <ReportsPage />
      </Prefetched>
    </RoleGate>
  );
}
