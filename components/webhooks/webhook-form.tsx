"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMe } from "@/components/account/queries";
import { toPortalError } from "@/components/kit/error";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ComboBox } from "@/components/ui/combo-box";
import { Dialog } from "@/components/ui/dialog";
import { Code } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import { EVENT_TYPES, type EventType } from "@/lib/areas/webhooks/event-types";
import type { IssuedWebhookAnswer, WebhookEndpoint, WebhookList } from "@/lib/areas/webhooks/schemas";
import { useSaveWebhook, type WebhookDraft } from "./queries";

const GROUPS = ["points", "wallet", "deal"] as const;

interface WebhookFormProps {
  /** Null: a new one. */
  present: WebhookEndpoint | null;
  merchants: WebhookList["merchants"];
  onClose: () => void;
  onIssued: (issued: IssuedWebhookAnswer) => void;
}

/** Where and of what to tell. It cannot be closed by pressing beside it while something typed would be lost. */
export function WebhookForm({ present, merchants, onClose, onIssued }: WebhookFormProps) {
  const t = useTranslations("webhooks");
  const inLanguage = useInLanguage();
  const { textOf, fieldTextOf } = useErrorText();
  const { merchant } = useMe();
  const first: WebhookDraft = {
    merchantId: present?.merchantId ?? merchant?.id ?? 0,
    url: present?.url ?? "",
    description: present?.description ?? "",
    eventTypes: present?.eventTypes ?? EVENT_TYPES,
  };
  const [draft, setDraft] = useState(first);
  const save = useSaveWebhook(present);
  const error = save.error && toPortalError(save.error);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(first);
  const set = (changes: Partial<WebhookDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const submit = () => {
    if (save.isPending) return;
    save.mutate(draft, {
      onSuccess: (issued) => {
        onClose();
        if (issued !== null) onIssued(issued);
        else toast({ kind: "success", title: t("saved") });
      },
    });
  };
  return (
    <Dialog
      isOpen
      isDismissable={!isChanged}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={present === null ? t("addTitle") : t("editTitle")}
      actions={
        <>
          <Button onPress={onClose}>{t("cancel")}</Button>
          <Button variant="primary" type="submit" form="webhook" isPending={save.isPending}>
            {t("save")}
          </Button>
        </>
      }
    >
      <form
        id="webhook"
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {present === null && merchants.length > 0 && (
          <ComboBox<number>
            label={t("merchant")}
            options={merchants.map(({ id, nameEn, nameAr }) => ({
              id,
              label: inLanguage({ en: nameEn, ar: nameAr }),
            }))}
            value={draft.merchantId === 0 ? null : draft.merchantId}
            onChange={(merchantId) => set({ merchantId: merchantId ?? 0 })}
            errorMessage={fieldTextOf(error, "merchantId")}
          />
        )}
        <TextField
          label={t("url")}
          description={t("urlHint")}
          value={draft.url}
          onChange={(url) => set({ url })}
          errorMessage={fieldTextOf(error, "url")}
          isCode
          type="url"
          autoComplete="off"
          placeholder="https://"
          autoFocus
        />
        <TextField
          label={t("description")}
          value={draft.description}
          onChange={(description) => set({ description })}
          errorMessage={fieldTextOf(error, "description")}
          autoComplete="off"
        />
        <TypeChoices
          chosen={draft.eventTypes}
          onChange={(eventTypes) => set({ eventTypes })}
          problem={fieldTextOf(error, "eventTypes")}
        />
        {error && Object.keys(error.fields).length === 0 && (
          <Notice kind="danger" isAnnounced>
            {textOf(error)}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}

function TypeChoices({
  chosen,
  onChange,
  problem,
}: {
  chosen: readonly EventType[];
  onChange: (chosen: readonly EventType[]) => void;
  problem: string | undefined;
}) {
  const t = useTranslations("webhooks");
  const inOrder = (types: ReadonlySet<EventType>) => EVENT_TYPES.filter((type) => types.has(type));
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-ink-soft text-sm">{t("eventTypes")}</legend>
      {problem !== undefined && <p className="mb-2 text-danger text-sm">{problem}</p>}
      <div className="grid gap-4 sm:grid-cols-2">
        {GROUPS.map((group) => {
          const types = EVENT_TYPES.filter((type) => type.startsWith(`${group}.`));
          const count = types.filter((type) => chosen.includes(type)).length;
          return (
            <div key={group} className="grid content-start">
              <Checkbox
                isSelected={count === types.length}
                isIndeterminate={count > 0 && count < types.length}
                onChange={(isSelected) => {
                  const others = chosen.filter((type) => !types.includes(type));
                  onChange(inOrder(new Set(isSelected ? [...others, ...types] : others)));
                }}
              >
                <span className="font-medium">{t(`groups.${group}`)}</span>
              </Checkbox>
              <div className="grid ps-7">
                {types.map((type) => (
                  <Checkbox
                    key={type}
                    isSelected={chosen.includes(type)}
                    onChange={(isSelected) => {
                      const others = chosen.filter((other) => other !== type);
                      onChange(inOrder(new Set(isSelected ? [...others, type] : others)));
                    }}
                  >
                    <Code className="text-sm">{type}</Code>
                  </Checkbox>
                ))}
              </div>
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
