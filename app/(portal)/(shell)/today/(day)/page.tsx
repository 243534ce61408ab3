import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { type PageQuery, todayAhead } from "@/app/(portal)/(shell)/today/read-ahead";
import { TodayPage } from "@/components/today/today-page";
import { programmeToday } from "@/lib/areas/today/portal";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched } from "@/lib/portal/prefetch";
import { RoleGate } from "../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("pages"))("today") };
}

export default async function Today({ searchParams }: { searchParams: Promise<PageQuery> }) {
  const [session, query] = await Promise.all([requirePageSession(), searchParams]);
  return (
    <RoleGate path="/today">
      <Prefetched queries={todayAhead(session, query)}>
        <TodayPage today={programmeToday()} />
      </Prefetched>
    </RoleGate>
  );
}
