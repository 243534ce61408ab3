import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { safeParse } from "zod/v4/core";
import { RadarPersonPage } from "@/components/radar/person-page";
import { radarPersonQuery } from "@/components/radar/queries";
import { readRadarPerson } from "@/lib/areas/radar/portal";
import { personTargetSchema } from "@/lib/areas/radar/schemas";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { RoleGate } from "../../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("radar"))("personTitle") };
}

export default async function Page({ params }: { params: Promise<{ userId: string }> }) {
  const [{ actor }, read] = await Promise.all([requirePageSession(), params]);
  const target = safeParse(personTargetSchema, read);
  if (!target.success) notFound();
  const { userId } = target.data;
  return (
    <RoleGate path="/reports/radar">
      <Prefetched queries={[readAhead(radarPersonQuery(userId), () => readRadarPerson(actor, userId))]}>
        <RadarPersonPage userId={userId} />
      </Prefetched>
    </RoleGate>
  );
}
