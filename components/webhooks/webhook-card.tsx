"use client";

import { KeyRound, ListChecks, Pencil, Power, PowerOff, Send, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActButton, ActConfirm } from "@/components/kit/acts";
import { send } from "@/components/kit/contract";
import { useNameOf } from "@/components/kit/use-language";
import { useUndo } from "@/components/kit/use-undo";
import { Badge, OffIcon, Status } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Fact } from "@/components/ui/fact";
import { Code, DateTime } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { webhooks as api } from "@/lib/areas/webhooks/contract";
import type { IssuedWebhookAnswer, WebhookEndpoint } from "@/lib/areas/webhooks/record";
import { useTestAct } from "./use-attempt-text";

interface WebhookCardProps {
  webhook: WebhookEndpoint;
  /** Named where there are several. */
  merchant: { nameEn: string; nameAr: string } | undefined;
  onEdit: () => void;
  onShowLog: () => void;
  onIssued: (issued: IssuedWebhookAnswer) => void;
}

/** One endpoint: how it fares, and what can be done. */
export function WebhookCard({ webhook, merchant, onEdit, onShowLog, onIssued }: WebhookCardProps) {
  const t = useTranslations("webhooks");
  const nameOf = useNameOf();
  const { url, description, eventTypes, failingSince, lastSuccessAt, secrets, clientId } = webhook;
  return (
    <Card
      title={<Code className="break-all">{url}</Code>}
      description={
        (merchant || webhook.merchantId === null || clientId !== null || description !== "") && (
          <span className="flex flex-wrap gap-x-3">
            {merchant && <bdi>{nameOf(merchant)}</bdi>}
            {webhook.merchantId === null && t("programme")}
            {clientId !== null && t("ofTestClient")}
            {description !== "" && <bdi>{description}</bdi>}
          </span>
        )
      }
      actions={<EndpointStatus webhook={webhook} />}
    >
      <div className="grid gap-4">
        <Trouble webhook={webhook} />
        <ul className="flex flex-wrap gap-1.5" aria-label={t("eventTypes")}>
          {eventTypes.map((type) => (
            <li key={type}>
              <Badge>
                <Code>{type}</Code>
              </Badge>
            </li>
          ))}
        </ul>
        <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
          <Fact name={t("lastSuccess")}>
            {lastSuccessAt === null ? t("never") : <DateTime value={lastSuccessAt} />}
          </Fact>
          {failingSince !== null && (
            <Fact name={t("failingSince")}>
              <DateTime value={failingSince} />
            </Fact>
          )}
          <Fact name={t("secrets")}>
            <span className="flex flex-wrap gap-x-3">
              {secrets.map(({ id, last4, expiresAt }) => (
                <span key={id}>
                  <Code>{`…${last4}`}</Code>
                  {expiresAt !== null && (
                    <>
                      {" "}
                      {t("until")} <DateTime value={expiresAt} />
                    </>
                  )}
                </span>
              ))}
            </span>
          </Fact>
        </dl>
        <Actions webhook={webhook} onEdit={onEdit} onShowLog={onShowLog} onIssued={onIssued} />
      </div>
    </Card>
  );
}

function EndpointStatus({ webhook: { isActive, failingSince } }: { webhook: WebhookEndpoint }) {
  const t = useTranslations("webhooks.states");
  if (!isActive)
    return (
      <Status tone="neutral" icon={OffIcon}>
        {t("disabled")}
      </Status>
    );
  return failingSince === null ? (
    <Status tone="success">{t("active")}</Status>
  ) : (
    <Status tone="warning">{t("failing")}</Status>
  );
}

/** The service stopped sending by itself, and why. */
function Trouble({ webhook: { disabledReason } }: { webhook: WebhookEndpoint }) {
  const t = useTranslations("webhooks.trouble");
  if (disabledReason !== "failing" && disabledReason !== "gone") return null;
  return <Notice kind="danger">{t(disabledReason)}</Notice>;
}

function Actions({ webhook, onEdit, onShowLog, onIssued }: Omit<WebhookCardProps, "merchant">) {
  const t = useTranslations("webhooks");
  const [asked, setAsked] = useState<"rotate" | "remove" | null>(null);
  const { url, isActive } = webhook;
  const params = { webhookId: webhook.id };
  const offerUndo = useUndo("webhooks");
  const tell = ({ id, version, isActive: isOn }: WebhookEndpoint) =>
    offerUndo({
      title: t(isOn ? "enabled" : "disabled"),
      detail: url,
      records: [{ id, version }],
      send: (body) => send(isOn ? api.disableMany : api.enableMany, { body }),
      undone: t(isOn ? "disabled" : "enabled"),
    });
  const buttons = [
    ["log", ListChecks, onShowLog],
    ["edit", Pencil, onEdit],
    ["rotate", KeyRound, () => setAsked("rotate")],
  ] as const;
  return (
    <div className="flex flex-wrap gap-2">
      <ActButton size="small" icon={Send} aria-label={t("testOf", { url })} {...useTestAct(webhook.id)}>
        {t("test")}
      </ActButton>
      {buttons.map(([id, icon, onPress]) => (
        <Button key={id} size="small" icon={icon} aria-label={t(`${id}Of`, { url })} onPress={onPress}>
          {t(id)}
        </Button>
      ))}
      <ActButton
        size="small"
        icon={isActive ? PowerOff : Power}
        aria-label={t(isActive ? "disableOf" : "enableOf", { url })}
        act={isActive ? api.disable : api.enable}
        asked={{ params }}
        onDone={tell}
      >
        {t(isActive ? "disable" : "enable")}
      </ActButton>
      <Button
        size="small"
        variant="quiet"
        icon={Trash2}
        aria-label={t("removeOf", { url })}
        onPress={() => setAsked("remove")}
      >
        {t("remove")}
      </Button>
      {asked && <Asking {...{ asked, webhook, onIssued }} onClose={() => setAsked(null)} />}
    </div>
  );
}

/** Asks before an endpoint is removed, or gets another secret. */
function Asking({
  asked,
  webhook: { id, version },
  onIssued,
  onClose,
}: Pick<WebhookCardProps, "webhook" | "onIssued"> & { asked: "rotate" | "remove"; onClose: () => void }) {
  const t = useTranslations("webhooks");
  const params = { webhookId: id };
  const dialog = {
    ...{ size: "small" as const, title: t(`${asked}Title`), confirmLabel: t(asked), onClose },
    children: <p>{t(`${asked}Text`)}</p>,
  };
  return asked === "remove" ? (
    <ActConfirm {...dialog} isDangerous act={api.remove} asked={{ params }} />
  ) : (
    <ActConfirm {...dialog} act={api.rotate} asked={{ params, body: { version } }} onDone={onIssued} />
  );
}
