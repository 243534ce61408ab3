import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { CertificationPage } from "@/components/certification/certification-page";
import { certificationQuery } from "@/components/certification/queries";
import { readCertification } from "@/lib/areas/certification/portal";
import { clientParamsSchema } from "@/lib/areas/clients/desk-schemas";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { RoleGate } from "../../../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("certification"))("title") };
}

export default async function Page({ params }: { params: Promise<{ clientId: string }> }) {
  const [named, { actor }] = await Promise.all([params, requirePageSession()]);
  const { data } = clientParamsSchema.safeParse(named);
  if (data === undefined) notFound();
  const { clientId } = data;
  return (
    <RoleGate path="/manage/clients">
      <Prefetched
        queries={[readAhead(certificationQuery(clientId), () => readCertification(actor, clientId))]}
      >
        <CertificationPage clientId={clientId} />
      </Prefetched>
    </RoleGate>
  );
}
