import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { listChoicesQuery } from "@/components/lists/queries";
import { webhooksQuery } from "@/components/webhooks/queries";
import { WebhooksPage } from "@/components/webhooks/webhooks-page";
import { readWebhooks } from "@/lib/areas/webhooks/portal";
import { openList } from "@/lib/portal/open-list";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { addressOf } from "@/lib/portal/wire/read-filters";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks"))("title") };
}

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const [{ actor }, address] = await Promise.all([requirePageSession(), searchParams]);
  const choices = await openList(actor, {
    list: "webhooks",
    path: "/manage/webhooks",
    address: addressOf(address),
  });
  return (
    <RoleGate path="/manage/webhooks">
      <Prefetched
        queries={[
          readAhead(listChoicesQuery("webhooks"), async () => choices),
          readAhead(webhooksQuery, () => readWebhooks(actor)),
        ]}
      >
        <WebhooksPage />
      </Prefetched>
    </RoleGate>
  );
}
