"use client";

import { useTranslations } from "next-intl";
import { send, useRequest } from "@/components/kit/contract";
import { EditorDrawer } from "@/components/kit/editor-form";
import { required } from "@/components/kit/error";
import { useEditor } from "@/components/kit/use-editor";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { Checkbox } from "@/components/ui/checkbox";
import { ComboBox } from "@/components/ui/combo-box";
import { Code } from "@/components/ui/format";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import { webhooks as api } from "@/lib/areas/webhooks/contract";
import { EVENT_TYPES, type EventType, PROGRAMME_EVENT_TYPES } from "@/lib/areas/webhooks/event-types";
import type { IssuedWebhookAnswer, WebhookEndpoint, WebhookList } from "@/lib/areas/webhooks/record";
import { PROGRAMME } from "@/lib/areas/webhooks/words";

/** Stands for the programme in the choice of whose it is. */
const OF_PROGRAMME = 0;
const GROUPS = ["points", "wallet", "deal", "coupon", "security", "anchor"] as const;
/** Anchors come every few minutes, whatever happens. */
const FIRST_CHOSEN = EVENT_TYPES.filter((type) => type !== "anchor.created");

interface WebhookFormProps {
  /** Null: a new one. */
  present: WebhookEndpoint | null;
  merchants: WebhookList["merchants"];
  onClose: () => void;
  onIssued: (issued: IssuedWebhookAnswer) => void;
}

type Owner = number | typeof PROGRAMME | null;

/** The only merchant is chosen by itself. */
const onlyOf = ([first, ...others]: WebhookList["merchants"]) =>
  first !== undefined && others.length === 0 ? first.id : null;

/** Owner of a present endpoint; null: there is none yet. */
function merchantOf(read: WebhookEndpoint | null): Owner {
  return read === null ? null : (read.merchantId ?? PROGRAMME);
}

/** Where and of what to tell. */
export function WebhookForm({ present, merchants, onClose, onIssued }: WebhookFormProps) {
  const t = useTranslations("webhooks");
  const { merchant } = useMe();
  const add = useRequest(api.create);
  const change = useRequest(api.change, { params: { webhookId: present?.id ?? 0 } });
  const editor = useEditor({
    record: present,
    fieldsOf: (read) => ({
      merchantId: merchantOf(read) ?? merchant?.id ?? onlyOf(merchants),
      url: read?.url ?? "",
      description: read?.description ?? "",
      eventTypes: [...(read?.eventTypes ?? FIRST_CHOSEN)],
    }),
    create: {
      ...add,
      send: async (body) => onIssued(await add.send(body)),
    },
    change: {
      ...change,
      isWhole: true,
      read: async () => required((await send(api.list)).webhooks.find(({ id }) => id === present?.id)),
    },
    onSaved: () => {
      // The secret of a new one has taken the form's place.
      if (present === null) return;
      toast({ kind: "success", title: t("saved") });
      onClose();
    },
  });
  const { field, fields, change: set } = editor;
  const isOfProgramme = fields.merchantId === PROGRAMME;
  return (
    <EditorDrawer
      title={present === null ? t("addTitle") : t("editTitle")}
      submitLabel={t("save")}
      editor={editor}
      describe={(name, { eventTypes, url, description }) =>
        name === "eventTypes"
          ? { label: t(name), value: eventTypes.join(", ") }
          : { label: t(name === "url" ? "url" : "description"), value: name === "url" ? url : description }
      }
      onClose={onClose}
    >
      {present === null && merchants.length > 0 && (
        <OwnerChoice
          {...field("merchantId")}
          merchants={merchants}
          onChange={(merchantId) =>
            set({
              merchantId,
              eventTypes: merchantId === PROGRAMME ? ["security.alert"] : [...FIRST_CHOSEN],
            })
          }
        />
      )}
      <TextField
        label={t("url")}
        description={t("urlHint")}
        {...field("url")}
        isCode
        type="url"
        autoComplete="off"
        placeholder="https://"
        autoFocus
      />
      <TextField label={t("description")} {...field("description")} autoComplete="off" />
      <TypeChoices {...field("eventTypes")} offered={isOfProgramme ? PROGRAMME_EVENT_TYPES : EVENT_TYPES} />
    </EditorDrawer>
  );
}

/** Merchant whose events are told, or the programme. */
function OwnerChoice({
  merchants,
  value,
  onChange,
  errorMessage,
}: {
  merchants: WebhookList["merchants"];
  value: Owner;
  onChange: (owner: Owner) => void;
  errorMessage: string | undefined;
}) {
  const t = useTranslations("webhooks");
  const nameOf = useNameOf();
  return (
    <ComboBox<number>
      label={t("merchant")}
      options={[
        { id: OF_PROGRAMME, label: t("programme") },
        ...merchants.map((named) => ({ id: named.id, label: nameOf(named) })),
      ]}
      value={value === PROGRAMME ? OF_PROGRAMME : value}
      onChange={(chosen) => onChange(chosen === OF_PROGRAMME ? PROGRAMME : chosen)}
      errorMessage={errorMessage}
    />
  );
}

function TypeChoices({
  value: chosen,
  onChange,
  errorMessage: problem,
  offered,
}: {
  offered: readonly EventType[];
  value: readonly EventType[];
  onChange: (chosen: EventType[]) => void;
  errorMessage: string | undefined;
}) {
  const t = useTranslations("webhooks");
  const inOrder = (types: ReadonlySet<EventType>) => EVENT_TYPES.filter((type) => types.has(type));
  return (
    <fieldset data-invalid={problem ? true : undefined}>
      <legend className="mb-1.5 font-medium text-ink-soft text-sm">{t("eventTypes")}</legend>
      {problem !== undefined && <p className="mb-2 text-danger text-sm">{problem}</p>}
      <div className="grid gap-4 sm:grid-cols-2">
        {GROUPS.map((group) => {
          const types = offered.filter((type) => type.startsWith(`${group}.`));
          if (types.length === 0) return null;
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
