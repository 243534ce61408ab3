import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ClientPage } from "@/components/clients/client-page";
import { clientChoicesSchema, clientParamsSchema, clientSchema } from "@/lib/contract/portal/client-desk";
import { readClientChoices, readClientDetails } from "@/lib/http/portal/clients";
import { requirePageSession } from "@/lib/http/portal/page";
import { Prefetched, readAhead } from "@/lib/http/portal/prefetch";
import { keys } from "@/lib/portal/keys";
import { RoleGate } from "../../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("desk.areas"))("clients") };
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
          readAhead(keys.clients.one(clientId), clientSchema, () => readClientDetails(actor, clientId)),
          readAhead(keys.clients.choices, clientChoicesSchema, () => readClientChoices(actor)),
        ]}
      >
        <ClientPage clientId={clientId} />
      </Prefetched>
    </RoleGate>
  );
}
