import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { safeParse } from "zod/v4/core";
import { EvidencePage } from "@/components/radar/evidence-page";
import { evidenceQuery } from "@/components/radar/queries";
import { readEvidence } from "@/lib/areas/radar/portal";
import { findingTargetSchema } from "@/lib/areas/radar/schemas";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { RoleGate } from "../../../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("radar"))("title") };
}

export default async function Page({ params }: { params: Promise<{ findingId: string }> }) {
  const [{ actor }, read] = await Promise.all([requirePageSession(), params]);
  const target = safeParse(findingTargetSchema, read);
  if (!target.success) notFound();
  const { findingId } = target.data;
  return (
    <RoleGate path="/reports/radar">
      <Prefetched queries={[readAhead(evidenceQuery(findingId), () => readEvidence(actor, findingId))]}>
        <EvidencePage findingId={findingId} />
      </Prefetched>
    </RoleGate>
  );
}
