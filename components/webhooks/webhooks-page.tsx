"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActivitySelect } from "@/components/kit/activity-select";
import { ask } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { useFilters } from "@/components/kit/use-filters";
import { ListBar } from "@/components/lists/list-bar";
import { useListView } from "@/components/lists/use-list-view";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { EmptyState, Skeleton } from "@/components/ui/states";
import { webhooks as api } from "@/lib/areas/webhooks/contract";
import type { IssuedWebhookAnswer, WebhookEndpoint } from "@/lib/areas/webhooks/record";
import { DeliveryLog } from "./delivery-log";
import { FeedCard } from "./feed-card";
import { WebhookCard } from "./webhook-card";
import { WebhookSecretDialog } from "./webhook-secret-dialog";

const loadWebhookFilters = async () => (await import("@/lib/areas/webhooks/record")).filters;

const WebhookForm = lazyPart(async () => (await import("./webhook-form")).WebhookForm);

/** Where the merchant's own systems are told of what happens. */
export function WebhooksPage() {
  const t = useTranslations("webhooks");
  const query = useQuery(ask(api.list, {}, { refetchInterval: 30_000 }));
  const { data } = query;
  const { filters, change } = useFilters(loadWebhookFilters);
  const view = useListView("webhooks", loadWebhookFilters);
  /** The edited endpoint; null: a new one; undefined: none. */
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
      {data && data.webhooks.length > 0 && (
        <>
          <search aria-label={t("filters")} className="mb-5 grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
            <ActivitySelect
              value={filters.status}
              words={{ active: t("states.active"), inactive: t("states.disabled") }}
              onChange={(status) => change({ status })}
            />
          </search>
          <ListBar state={view} />
        </>
      )}
      <QueryState
        query={query}
        loading={
          <div className="grid gap-4">
            <Skeleton className="h-52 rounded-2xl" />
            <Skeleton className="h-52 rounded-2xl" />
          </div>
        }
      >
        {({ webhooks: all, merchants }) => {
          const webhooks = all.filter(
            ({ isActive }) => filters.status === undefined || isActive === (filters.status === "active"),
          );
          if (all.length > 0 && webhooks.length === 0) return <EmptyState title={t("noneFound")} />;
          return all.length === 0 ? (
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
          );
        }}
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
