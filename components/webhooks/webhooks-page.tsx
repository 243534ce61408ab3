"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Send, Webhook } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActivitySelect } from "@/components/kit/activity-select";
import { ActButton } from "@/components/kit/acts";
import { ask } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { SecretDialog } from "@/components/kit/secret-dialog";
import { useBegunAct } from "@/components/kit/use-begun-act";
import { useFilters } from "@/components/kit/use-filters";
import { ListBar } from "@/components/lists/list-bar";
import { useListView } from "@/components/lists/use-list-view";
import { LinkButton } from "@/components/shell/link-button";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazyPart } from "@/components/ui/lazy-part";
import { EmptyState, Skeleton } from "@/components/ui/states";
import { webhooks as api } from "@/lib/areas/webhooks/contract";
import type { IssuedWebhookAnswer, WebhookEndpoint, WebhookList } from "@/lib/areas/webhooks/record";
import { DeliveryLog } from "./delivery-log";
import { useTestAct } from "./use-attempt-text";
import { WebhookCard } from "./webhook-card";

const loadWebhookFilters = async () => (await import("@/lib/areas/webhooks/record")).filters;

const WebhookForm = lazyPart(async () => (await import("./webhook-form")).WebhookForm);

/** The dialog over the list; a form of no present endpoint adds one. */
type Open =
  | { kind: "form"; present: WebhookEndpoint | null }
  | { kind: "log"; webhook: WebhookEndpoint }
  | { kind: "secret"; issued: IssuedWebhookAnswer };

/** Where the merchant's own systems are told of what happens. */
export function WebhooksPage() {
  const t = useTranslations("webhooks");
  const query = useQuery(ask(api.list, {}, { refetchInterval: 30_000 }));
  const { data } = query;
  const { filters, change } = useFilters(loadWebhookFilters);
  const view = useListView("webhooks", loadWebhookFilters);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const addNew = () => setOpen({ kind: "form", present: null });
  useBegunAct("new", addNew);
  const add = (
    <Button variant="primary" icon={Plus} onPress={addNew}>
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
        {(found) =>
          found.webhooks.length === 0 ? (
            <EmptyState icon={<Webhook aria-hidden />} title={t("none")} actions={add}>
              {t("noneText")}
            </EmptyState>
          ) : (
            <Cards found={found} status={filters.status} onOpen={setOpen} />
          )
        }
      </QueryState>
      {data && <FeedCard />}
      {open?.kind === "form" && data && (
        <WebhookForm
          present={open.present}
          merchants={data.merchants}
          onIssued={(issued) => setOpen({ kind: "secret", issued })}
          onClose={close}
        />
      )}
      {open?.kind === "log" && <DeliveryLog webhook={open.webhook} onClose={close} />}
      {open?.kind === "secret" && <WebhookSecretDialog issued={open.issued} onClose={close} />}
    </>
  );
}

function Cards({
  found: { webhooks, merchants },
  status,
  onOpen,
}: {
  found: WebhookList;
  status: "active" | "inactive" | undefined;
  onOpen: (open: Open) => void;
}) {
  const t = useTranslations("webhooks");
  const shown = webhooks.filter(({ isActive }) => status === undefined || isActive === (status === "active"));
  if (shown.length === 0) return <EmptyState title={t("noneFound")} />;
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {shown.map((webhook) => (
        <li key={webhook.id}>
          <WebhookCard
            webhook={webhook}
            merchant={merchants.find(({ id }) => id === webhook.merchantId)}
            onEdit={() => onOpen({ kind: "form", present: webhook })}
            onShowLog={() => onOpen({ kind: "log", webhook })}
            onIssued={(issued) => onOpen({ kind: "secret", issued })}
          />
        </li>
      ))}
    </ul>
  );
}

/** The other way to learn what happened: to ask for it. */
function FeedCard() {
  const t = useTranslations("webhooks.feed");
  return (
    <Card
      className="mt-6"
      title={t("title")}
      description={t("lead")}
      actions={<LinkButton href="/manage/clients">{t("clients")}</LinkButton>}
    >
      <pre
        dir="ltr"
        className="overflow-x-auto whitespace-pre-wrap break-words rounded-lg bg-sunken p-3 font-mono text-sm"
      >
        {"GET /api/events/v1?cursor=0.0&limit=100\nClientId: …"}
      </pre>
    </Card>
  );
}

/** Shows a signing secret the only time that it can be seen; the endpoint can be tried with it at once. */
function WebhookSecretDialog({
  issued: { webhook, secret },
  onClose,
}: {
  issued: IssuedWebhookAnswer;
  onClose: () => void;
}) {
  const t = useTranslations("webhooks.secret");
  return (
    <SecretDialog
      title={t("title")}
      lead={t("once")}
      secret={secret}
      copyLabel={t("copy")}
      keptLabel={t("kept")}
      action={
        <ActButton icon={Send} {...useTestAct(webhook.id)} onDone={onClose}>
          {t("test")}
        </ActButton>
      }
      note={webhook.secrets.length > 1 ? t("overlap") : undefined}
      onClose={onClose}
    />
  );
}
