import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { WebhooksPage } from "@/components/webhooks/webhooks-page";
import { webhookListSchema } from "@/lib/contract/portal/webhooks";
import { requirePageSession } from "@/lib/http/portal/page";
import { Prefetched, readAhead } from "@/lib/http/portal/prefetch";
import { readWebhooks } from "@/lib/http/portal/webhooks";
import { keys } from "@/lib/portal/keys";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("desk.areas"))("webhooks") };
}

export default async function Page() {
  const { actor } = await requirePageSession();
  return (
    <RoleGate path="/manage/webhooks">
      <Prefetched queries={[readAhead(keys.webhooks.list, webhookListSchema, () => readWebhooks(actor))]}>
        <WebhooksPage />
      </Prefetched>
    </RoleGate>
  );
}
