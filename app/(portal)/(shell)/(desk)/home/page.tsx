import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { firstHourQuery } from "@/components/first-hour/queries";
import { HomePage } from "@/components/home/home-page";
import { homeQuery } from "@/components/home/queries";
import { readProgrammeFirstHour } from "@/lib/areas/firsthour/portal";
import { readHome } from "@/lib/areas/home/portal";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { RoleGate } from "../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("pages"))("home") };
}

export default async function Home() {
  const { actor } = await requirePageSession();
  return (
    <RoleGate path="/home">
      <Prefetched
        queries={[
          readAhead(homeQuery, () => readHome(actor)),
          ...(actor.role === "programme_operator"
            ? [readAhead(firstHourQuery, () => readProgrammeFirstHour(actor))]
            : []),
        ]}
      >
        <HomePage />
      </Prefetched>
    </RoleGate>
  );
}
