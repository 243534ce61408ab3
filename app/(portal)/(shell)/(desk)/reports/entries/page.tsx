import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ReportEntriesPage } from "@/components/reports/entries-page";
import { reportChoicesQuery, reportEntriesQuery, reportFilesQuery } from "@/components/reports/queries";
import { listReportFiles, readReportEntries } from "@/lib/areas/reports/files-portal";
import { readReportChoices } from "@/lib/areas/reports/portal";
import { reportEntriesFiltersSchema } from "@/lib/areas/reports/schemas";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { addressOf, readFilters } from "@/lib/portal/wire/read-filters";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("reports.entriesPage"))("title") };
}

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Page({ searchParams }: Props) {
  const [{ actor }, address] = await Promise.all([requirePageSession(), searchParams]);
  const filters = readFilters(reportEntriesFiltersSchema, addressOf(address));
  return (
    <RoleGate path="/reports">
      <Prefetched
        queries={[
          readAhead(reportChoicesQuery, () => readReportChoices(actor)),
          readAhead(reportEntriesQuery(filters), () => readReportEntries(actor, filters)),
          readAhead(reportFilesQuery, async () => ({ files: await listReportFiles(actor) })),
        ]}
      >
        <ReportEntriesPage />
      </Prefetched>
    </RoleGate>
  );
}
