"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Send, Webhook } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActButton } from "@/components/kit/acts";
import { ask } from "@/components/kit/contract";
import { RowSkeletons } from "@/components/kit/paged-list";
import { SecretDialog } from "@/components/kit/secret-dialog";
import { useFilters } from "@/components/kit/use-filters";
import { useList } from "@/components/lists/use-list";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/link-button";
import { webhooks as api } from "@/lib/areas/webhooks/contract";
import { type IssuedWebhookAnswer, filters as webhooksFilters } from "@/lib/areas/webhooks/record";
import { DeliveryLog } from "./delivery-log";
import { useTestAct } from "./use-attempt-text";
import { WebhookCard } from "./webhook-card";
import { WebhookForm } from "./webhook-form";

/** Where the merchant's own systems are told of what happens. */
export function WebhooksPage() {
  const t = useTranslations("webhooks");
  const query = useQuery(ask(api.list, {}, { follows: 30 }));
  const { webhooks, merchants = [] } = query.data ?? {};
  const address = useFilters(webhooksFilters);
  const { status } = address.filters;
  const [issued, setIssued] = useState<IssuedWebhookAnswer | null>(null);
  const add = (
    <Button variant="primary" icon={Plus} onPress={() => list.open("new")}>
      {t("add")}
    </Button>
  );
  const issue = (close: () => void) => (answer: IssuedWebhookAnswer) => {
    close();
    setIssued(answer);
  };
  const list = useList({
    views: "webhooks",
    label: t("title"),
    address,
    filters: { status: { active: t("states.active"), inactive: t("states.disabled") } },
    query,
    rows: webhooks,
    matches: ({ isActive }) => status === undefined || isActive === (status === "active"),
    draw: (shown, open) => (
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {shown.map((webhook) => (
          <li key={webhook.id}>
            <WebhookCard
              webhook={webhook}
              merchant={merchants.find(({ id }) => id === webhook.merchantId)}
              onEdit={() => open("edit", webhook)}
              onShowLog={() => open("log", webhook)}
              onIssued={setIssued}
            />
          </li>
        ))}
      </ul>
    ),
    forms: {
      edit: (present, { close }) => (
        <WebhookForm {...{ present, merchants }} onIssued={issue(close)} onClose={close} />
      ),
      log: (webhook, { close }) => <DeliveryLog webhook={webhook} onClose={close} />,
    },
    dialogs: {
      new: ({ close }) => (
        <WebhookForm present={null} merchants={merchants} onIssued={issue(close)} onClose={close} />
      ),
    },
    loading: <RowSkeletons className="h-52 rounded-2xl" />,
    empty: {
      icon: <Webhook aria-hidden />,
      none: [t("none"), t("noneText")],
      found: [t("noneFound")],
      actions: add,
    },
  });
  return (
    <>
      <PageHead title={t("title")} lead={t("lead")} actions={webhooks && webhooks.length > 0 && add} />
      {list.filters}
      {list.records}
      {webhooks && <FeedCard />}
      {issued && <WebhookSecretDialog issued={issued} onClose={() => setIssued(null)} />}
    </>
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
