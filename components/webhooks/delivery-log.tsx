"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Clock, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActButton } from "@/components/kit/acts";
import { askPages } from "@/components/kit/contract";
import { RowSkeletons } from "@/components/kit/paged-list";
import { useList } from "@/components/lists/use-list";
import { Status, type Tone } from "@/components/ui/badge";
import { Dialog } from "@/components/ui/dialog";
import { Code, DateTime } from "@/components/ui/format";
import { FilterSelect } from "@/components/ui/select";
import { webhooks as api } from "@/lib/areas/webhooks/contract";
import type { DeliveryAttempt, WebhookDelivery, WebhookEndpoint } from "@/lib/areas/webhooks/record";
import { DELIVERY_STATES } from "@/lib/areas/webhooks/words";
import { useAttemptText } from "./use-attempt-text";

const TONES: Record<WebhookDelivery["state"], Tone> = {
  pending: "warning",
  delivered: "success",
  dead: "danger",
};

/** Messages to an endpoint, each with its attempts, and sent again on demand. */
export function DeliveryLog({ webhook, onClose }: { webhook: WebhookEndpoint; onClose: () => void }) {
  const t = useTranslations("webhooks");
  const [state, setState] = useState<WebhookDelivery["state"]>();
  return (
    <Dialog size="large" title={t("logTitle")} onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-ink-soft">
          <Code className="break-all">{webhook.url}</Code>
        </p>
        <FilterSelect
          label={t("show")}
          className="sm:max-w-xs"
          any={t("deliveryStates.all")}
          options={DELIVERY_STATES.map((id) => ({ id, label: t(`deliveryStates.${id}`) }))}
          value={state}
          onChange={setState}
        />
        <Deliveries webhookId={webhook.id} state={state ?? null} />
      </div>
    </Dialog>
  );
}

function Deliveries({ webhookId, state }: { webhookId: number; state: WebhookDelivery["state"] | null }) {
  const t = useTranslations("webhooks");
  const query = useInfiniteQuery(
    askPages(api.deliveries, { params: { webhookId }, query: { state } }, { follows: 10 }),
  );
  const list = useList({
    label: t("logTitle"),
    query,
    rows: query.data?.pages.flatMap(({ deliveries }) => deliveries),
    draw: (deliveries) => (
      <ul className="grid gap-3">
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <Delivery webhookId={webhookId} delivery={delivery} />
          </li>
        ))}
      </ul>
    ),
    loading: <RowSkeletons className="h-20" />,
    empty: { none: [t("noDeliveries")] },
    moreLabel: t("more"),
  });
  return list.records;
}

function Delivery({ webhookId, delivery }: { webhookId: number; delivery: WebhookDelivery }) {
  const t = useTranslations("webhooks");
  const textOfAttempt = useAttemptText();
  const { id, eventId, type, state, createdAt, nextAttemptAt, payload, lastAttempts } = delivery;
  return (
    <article className="rounded-xl border border-line p-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Code className="font-medium">{type}</Code>
        <Status tone={TONES[state]} {...(state === "pending" && { icon: Clock })}>
          {t(`deliveryStates.${state}`)}
        </Status>
        <span className="text-ink-soft text-sm">
          <DateTime value={createdAt} />
        </span>
        <ActButton
          size="small"
          variant="quiet"
          className="ms-auto"
          icon={RotateCw}
          aria-label={t("resendOf", { event: eventId })}
          act={api.resend}
          asked={{ params: { webhookId, deliveryId: id } }}
          said={({ isDelivered, attempt }) => ({
            kind: isDelivered ? "success" : "problem",
            title: t(isDelivered ? "resent" : "notResent"),
            detail: textOfAttempt(attempt),
          })}
        >
          {t("resend")}
        </ActButton>
      </header>
      <p className="mt-1 text-ink-faint text-sm">
        <Code>{eventId}</Code>
        {nextAttemptAt !== null && delivery.attempts > 0 && (
          <>
            {" · "}
            {t("nextAttempt")} <DateTime value={nextAttemptAt} />
          </>
        )}
      </p>
      <details className="mt-2">
        <summary className="cursor-pointer text-ink-soft text-sm">
          {t("attempts", { count: delivery.attempts })}
        </summary>
        <Attempts attempts={lastAttempts} />
        <pre
          dir="ltr"
          className="mt-2 overflow-x-auto whitespace-pre-wrap break-all rounded-lg bg-sunken p-3 font-mono text-xs"
        >
          {payload}
        </pre>
      </details>
    </article>
  );
}

function Attempts({ attempts }: { attempts: readonly DeliveryAttempt[] }) {
  const t = useTranslations("webhooks");
  const textOfAttempt = useAttemptText();
  return (
    <ol className="mt-2 grid gap-2 text-sm">
      {attempts.map((attempt) => (
        <li key={attempt.at} className="rounded-lg bg-sunken px-3 py-2">
          <DateTime value={attempt.at} /> · {textOfAttempt(attempt)}
          {attempt.isManual && ` · ${t("manual")}`}
          {attempt.headers !== null && (
            <pre dir="ltr" className="mt-1 whitespace-pre-wrap break-all font-mono text-xs">
              {Object.entries(attempt.headers)
                .map(([name, value]) => `${name}: ${value}`)
                .join("\n")}
            </pre>
          )}
          {attempt.answerStart !== "" && (
            <pre dir="auto" className="mt-1 whitespace-pre-wrap break-all font-mono text-xs">
              {attempt.answerStart}
            </pre>
          )}
        </li>
      ))}
    </ol>
  );
}
