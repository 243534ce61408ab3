import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { type PageQuery, reportAhead } from "@/app/(portal)/(shell)/today/read-ahead";
import { ReportPage } from "@/components/today/report-page";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched } from "@/lib/portal/prefetch";
import { RoleGate } from "../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("today.report"))("title") };
}

/** The end-of-shift report, as it will be printed. */
export default async function Report({ searchParams }: { searchParams: Promise<PageQuery> }) {
  const [session, query] = await Promise.all([requirePageSession(), searchParams]);
  return (
    <RoleGate path="/today">
      <Prefetched queries={reportAhead(session, query)}>
        <ReportPage />
      </Prefetched>
    </RoleGate>
  );
}
