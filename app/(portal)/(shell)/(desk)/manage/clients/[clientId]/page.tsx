import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ClientPage } from "@/components/clients/client-page";
import { clientChoicesQuery, clientQuery } from "@/components/clients/queries";
import { clientParamsSchema } from "@/lib/areas/clients/desk-schemas";
import { readClientChoices, readClientDetails } from "@/lib/areas/clients/portal";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { RoleGate } from "../../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("clients"))("title") };
}

export default async function Page({ params }: { params: Promise<{ clientId: string }> }) {
  const [named, { actor }] = await Promise.all([params, requirePageSession()]);
  const { data } = clientParamsSchema.safeParse(named);
  if (data === undefined) notFound();
  const { clientId } = data;
  return (
    <RoleGate path="/manage/clients">
      <Prefetched
        queries={[
          readAhead(clientQuery(clientId), () => readClientDetails(actor, clientId)),
          readAhead(clientChoicesQuery, () => readClientChoices(actor)),
        ]}
      >
        <ClientPage clientId={clientId} />
      </Prefetched>
    </RoleGate>
  );
}
