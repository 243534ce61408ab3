import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { keys } from "@/components/kit/keys";
import { ReportsPage } from "@/components/reports/reports-page";
import { readActivity, readReportChoices } from "@/lib/areas/reports/portal";
import { readReportQuery, reportChoicesSchema, reportSchema } from "@/lib/areas/reports/schemas";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { RoleGate } from "../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("pages"))("reports") };
}

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const [address, { actor }] = await Promise.all([searchParams, requirePageSession()]);
  const query = readReportQuery({ get: (name) => [address[name]].flat()[0] ?? null });
  return (
    <RoleGate path="/reports">
      <Prefetched
        queries={[
          readAhead(keys.reports.activity(query), reportSchema, () => readActivity(actor, query)),
          readAhead(keys.reports.choices, reportChoicesSchema, () => readReportChoices(actor)),
        ]}
      >
        <ReportsPage />
      </Prefetched>
    </RoleGate>
  );
}
