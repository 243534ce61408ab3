"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { QueryState } from "@/components/kit/query-state";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { EmptyState, Skeleton } from "@/components/ui/states";
import type { IssuedWebhookAnswer, WebhookEndpoint } from "@/lib/areas/webhooks/schemas";
import { DeliveryLog } from "./delivery-log";
import { FeedCard } from "./feed-card";
import { webhooksQuery } from "./queries";
import { WebhookCard } from "./webhook-card";
import { WebhookForm } from "./webhook-form";
import { WebhookSecretDialog } from "./webhook-secret-dialog";

/** Where the merchant's own systems are told of what happens. */
export function WebhooksPage() {
  const t = useTranslations("webhooks");
  const query = useQuery(webhooksQuery);
  const { data } = query;
  /** What is being edited; null: a new one; undefined: nothing. */
  const [edited, setEdited] = useState<WebhookEndpoint | null | undefined>();
  const [logged, setLogged] = useState<WebhookEndpoint | undefined>();
  const [issued, setIssued] = useState<IssuedWebhookAnswer | undefined>();
  const add = (
    <Button variant="primary" icon={Plus} onPress={() => setEdited(null)}>
      {t("add")}
    </Button>
  );
  return (
    <>
      <PageHead title={t("title")} lead={t("lead")} actions={data && data.webhooks.length > 0 && add} />
      <QueryState
        query={query}
        loading={
          <div className="grid gap-4">
            <Skeleton className="h-52 rounded-2xl" />
            <Skeleton className="h-52 rounded-2xl" />
          </div>
        }
      >
        {({ webhooks, merchants }) =>
          webhooks.length === 0 ? (
            <EmptyState icon={<Webhook aria-hidden />} title={t("none")} actions={add}>
              {t("noneText")}
            </EmptyState>
          ) : (
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
              {webhooks.map((webhook) => (
                <li key={webhook.id}>
                  <WebhookCard
                    webhook={webhook}
                    merchant={merchants.find(({ id }) => id === webhook.merchantId)}
                    onEdit={() => setEdited(webhook)}
                    onShowLog={() => setLogged(webhook)}
                    onIssued={setIssued}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
      {data && <FeedCard />}
      {edited !== undefined && data && (
        <WebhookForm
          present={edited}
          merchants={data.merchants}
          onClose={() => setEdited(undefined)}
          onIssued={setIssued}
        />
      )}
      {logged !== undefined && <DeliveryLog webhook={logged} onClose={() => setLogged(undefined)} />}
      {issued !== undefined && <WebhookSecretDialog issued={issued} onClose={() => setIssued(undefined)} />}
    </>
  );
}
