import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { webhooksQuery } from "@/components/webhooks/queries";
import { WebhooksPage } from "@/components/webhooks/webhooks-page";
import { readWebhooks } from "@/lib/areas/webhooks/portal";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks"))("title") };
}

export default async function Page() {
  const { actor } = await requirePageSession();
  return (
    <RoleGate path="/manage/webhooks">
      <Prefetched queries={[readAhead(webhooksQuery, () => readWebhooks(actor))]}>
        <WebhooksPage />
      </Prefetched>
    </RoleGate>
  );
}
