import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { radarQuery, reviewsQuery } from "@/components/radar/queries";
import { RadarPage } from "@/components/radar/radar-page";
import { readRadar, readReviews } from "@/lib/areas/radar/portal";
import { radarFiltersSchema } from "@/lib/areas/radar/schemas";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { addressOf, readFilters } from "@/lib/portal/wire/read-filters";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("radar"))("title") };
}

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Page({ searchParams }: Props) {
  const [{ actor }, address] = await Promise.all([requirePageSession(), searchParams]);
  const filters = readFilters(radarFiltersSchema, addressOf(address));
  return (
    <RoleGate path="/reports/radar">
      <Prefetched
        queries={[
          readAhead(radarQuery(filters), () => readRadar(actor, filters)),
          readAhead(reviewsQuery, () => readReviews(actor)),
        ]}
      >
        <RadarPage />
      </Prefetched>
    </RoleGate>
  );
}
