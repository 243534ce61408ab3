import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { FirstHourPage } from "@/components/first-hour/first-hour-page";
import { firstHourQuery } from "@/components/first-hour/queries";
import { readProgrammeFirstHour } from "@/lib/areas/firsthour/portal";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { RoleGate } from "../../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("firstHour"))("title") };
}

export default async function Page() {
  const { actor } = await requirePageSession();
  return (
    <RoleGate path="/manage/merchants/first-hour">
      <Prefetched queries={[readAhead(firstHourQuery, () => readProgrammeFirstHour(actor))]}>
        <FirstHourPage />
      </Prefetched>
    </RoleGate>
  );
}
