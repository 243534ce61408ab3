"use client";

import { useFormatter, useNow, useTimeZone, useTranslations } from "next-intl";
import { type ReactNode, useRef, useState } from "react";
import { send, useRequest } from "@/components/kit/contract";
import { FirstDay, LastDayField } from "@/components/kit/day-edge";
import { EditorDrawer } from "@/components/kit/editor-form";
import { required } from "@/components/kit/error";
import { LastMoment } from "@/components/kit/last-moment";
import { useEditor } from "@/components/kit/use-editor";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { instantOf, wallClockOf } from "@/components/kit/wall-clock";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { NumberField } from "@/components/ui/number-field";
import { Select } from "@/components/ui/select";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import { useAmounts } from "@/components/wallet/use-amounts";
import { promotions as api } from "@/lib/areas/promotions/contract";
import type { Promotion, PromotionFields, Promotions } from "@/lib/areas/promotions/schemas";
import { ANY_BILL, WALLET_PERIODS } from "@/lib/ledger/with/promotions/words";
import { skusOf, skuText } from "./item-lines";
import { ItemsFile } from "./items-file";
import { LookBackPanel } from "./look-back";
import { fieldsOf, isSame } from "./promotion-fields";
import { DraftTrial } from "./promotion-trial";
import { REFUSED, type Refused, RuleConditions } from "./rule-conditions";
import { BENEFITS, benefitOf, FIRST_GIFTS, TEMPLATES, type TemplateName } from "./templates";
import { useRuleSentence } from "./use-rule-sentence";

const NOBODYS = 0;
/** A new promotion begins tomorrow and runs for a month, until a person says otherwise. */
const NEW_DAYS = 30;

/** Sets up or changes a promotion, and says in a sentence what it does. */
export function PromotionForm({
  promotion,
  known,
  onPublish,
  onClose,
}: {
  /** As it was read; null for a new one. */
  promotion: Promotion | null;
  known: Promotions;
  /** A draft was saved that is to be published. */
  onPublish: (draft: Promotion) => void;
  onClose: () => void;
}) {
  const t = useTranslations("promotions");
  const format = useFormatter();
  const nameOf = useNameOf();
  const me = useMe();
  const amounts = useAmounts();
  const zone = useTimeZone() ?? "UTC";
  const now = useNow().toISOString();
  const sentence = useRuleSentence(known);
  const create = useRequest(api.create);
  const changing = useRequest(api.change, { params: { promotionId: promotion?.id ?? 0 } });
  const midnightIn = (days: number) => {
    const day = wallClockOf(now, zone)?.add({ days });
    return day === undefined
      ? ""
      : instantOf(day.set({ hour: 0, minute: 0, second: 0, millisecond: 0 }), zone);
  };
  const isDraft = promotion === null || promotion.state === "draft";
  const draft = useRef({ saved: promotion, isPublished: false });
  const editor = useEditor({
    record: promotion,
    fieldsOf: (read): PromotionFields =>
      read === null
        ? {
            merchantId: me.merchant?.id ?? null,
            nameEn: "",
            nameAr: "",
            startsAt: midnightIn(1),
            endsAt: midnightIn(1 + NEW_DAYS),
            rule: EMPTY_RULE,
            skus: [],
            budgetPoints: null,
            walletMax: null,
            walletPeriod: null,
            walletPoints: null,
          }
        : fieldsOf(read),
    create: {
      ...create,
      send: async (body) => {
        const { promotions } = await create.send(body);
        const isNew = ({ id }: Promotion) => known.promotions.every((one) => one.id !== id);
        draft.current.saved =
          promotions.find((one) => isNew(one) && one.nameEn === body.nameEn.trim()) ?? null;
      },
    },
    groups: [
      ["rule", "skus"],
      ["walletMax", "walletPeriod", "walletPoints"],
    ],
    change: {
      ...changing,
      send: async (body) => {
        const { promotions } = await changing.send(body);
        draft.current.saved = promotions.find(({ id }) => id === promotion?.id) ?? null;
      },
      isWhole: true,
      read: async () => required((await send(api.list)).promotions.find(({ id }) => id === promotion?.id)),
    },
    onSaved: () => {
      toast({ kind: "success", title: t("saved") });
      onClose();
      const { saved, isPublished } = draft.current;
      if (isPublished && saved !== null) onPublish(saved);
    },
  });
  const submit = (isPublished: boolean) => {
    draft.current.isPublished = isPublished;
    editor.submit();
  };
  const { fields, field, change, errorAt } = editor;
  /** Refusals under the server's own names, in words that say the next step. */
  const refusedAs = (name: Refused) =>
    errorAt(REFUSED[name]) === undefined ? undefined : t(`problems.${name}`);
  const { rule } = fields;
  // A text is the writer's own while it means the value. A value from elsewhere replaces the text.
  const [skuLines, setSkuLines] = useState("");
  const [isTrying, setTrying] = useState(false);
  const number = (value: number | null | undefined) => (value === undefined ? Number.NaN : value);
  /** A changed rule is of its benefit's kind, whatever template it was made by. */
  const changeRule = (changes: Partial<PromotionFields["rule"]>) => {
    const changed = { ...rule, ...changes };
    change({ rule: { ...changed, kind: benefitOf(changed) } });
  };
  const limitsOf = (changes: Partial<Pick<PromotionFields, "walletMax" | "walletPoints">>) => {
    const { walletMax, walletPoints, walletPeriod } = { ...fields, ...changes };
    const isOpen = walletMax === null && walletPoints === null;
    return { walletMax, walletPoints, walletPeriod: isOpen ? null : (walletPeriod ?? "day") };
  };
  const [template, setTemplate] = useState<TemplateName | "none">("none");
  const benefit = benefitOf(rule);
  const isFirst = rule.kind === "first_purchase" || rule.firstPurchase;
  const fieldText = (name: keyof PromotionFields, shown: PromotionFields): ReactNode => {
    switch (name) {
      case "rule":
      case "skus":
        return sentence({
          ...shown,
          budgetPoints: null,
          walletMax: null,
          walletPeriod: null,
          walletPoints: null,
        });
      case "startsAt":
        return <DateTime value={shown.startsAt} />;
      case "endsAt":
        return <LastMoment end={shown.endsAt} />;
      case "budgetPoints":
        return shown.budgetPoints === null ? "" : amounts.points(shown.budgetPoints);
      case "walletMax":
      case "walletPeriod":
        return shown.walletMax === null || shown.walletPeriod === null
          ? ""
          : t("sentence.walletMax", {
              count: shown.walletMax,
              period: t(`periods.${shown.walletPeriod}`),
            });
      case "walletPoints":
        return shown.walletPoints === null ? "" : amounts.points(shown.walletPoints);
      case "merchantId":
        return known.merchants
          .filter(({ id }) => id === shown.merchantId)
          .map(nameOf)
          .join();
      case "nameEn":
      case "nameAr":
        return shown[name];
    }
  };
  const limits = {
    canBudget: !promotion?.wasPublished || promotion.budgetPoints !== null,
    canLimit: !promotion?.wasPublished || promotion.walletPeriod !== null,
    canCap: !promotion?.wasPublished || promotion.walletPoints !== null,
  };
  return (
    <EditorDrawer
      title={promotion === null ? t("create") : t("editTitle")}
      submitLabel={t(isDraft ? "saveDraft" : "save")}
      primary={
        isDraft && (
          <Button variant="primary" isPending={editor.isPending} onPress={() => submit(true)}>
            {fields.startsAt > now
              ? t("publishFromDay", {
                  day: format.dateTime(new Date(fields.startsAt), { day: "numeric", month: "long" }),
                })
              : t("publishAtOnce")}
          </Button>
        )
      }
      editor={{ ...editor, submit: () => submit(false) }}
      describe={(name, shown) => ({ label: t(`fields.${name}`), value: fieldText(name, shown) })}
      onClose={onClose}
    >
      <Notice kind="info">
        <strong className="block">{t("sentence.title")}</strong>
        {sentence(fields)}
      </Notice>
      {me.merchant === null && promotion === null && (
        <Select
          label={t("fields.merchantId")}
          options={[
            { id: NOBODYS, label: t("programmes") },
            ...known.merchants.map((merchant) => ({ id: merchant.id, label: nameOf(merchant) })),
          ]}
          value={fields.merchantId ?? NOBODYS}
          onChange={(id) =>
            change({
              merchantId: id === NOBODYS ? null : id,
              rule: { ...rule, branchIds: [], merchantIds: [] },
            })
          }
        />
      )}
      {promotion === null && (
        <Select
          label={t("fields.template")}
          description={t("fields.templateHint")}
          options={[
            { id: "none" as const, label: t("templates.none") },
            ...(Object.keys(TEMPLATES) as TemplateName[]).map((id) => ({ id, label: t(`templates.${id}`) })),
          ]}
          value={template}
          onChange={(chosen) => {
            setTemplate(chosen);
            change({ skus: [], rule: { ...EMPTY_RULE, ...(chosen !== "none" && TEMPLATES[chosen]) } });
          }}
        />
      )}
      <Select
        label={t("fields.effect")}
        options={BENEFITS.map((id) => ({ id, label: t(`benefits.${id}`) }))}
        value={benefit}
        onChange={(chosen) => change({ skus: [], rule: { ...rule, ...FIRST_GIFTS[chosen] } })}
      />
      {rule.multiplier !== null && (
        <TextField
          label={t("fields.multiplier")}
          value={rule.multiplier}
          onChange={(multiplier) => changeRule({ multiplier })}
          errorMessage={errorAt("rule.multiplier") ?? refusedAs("effect")}
          isCode
          maxLength={8}
        />
      )}
      {rule.points !== null && (
        <NumberField
          label={t("fields.points")}
          value={Number.isNaN(rule.points) ? undefined : rule.points}
          onChange={(points) => changeRule({ points: points === null ? Number.NaN : number(points) })}
          errorMessage={errorAt("rule.points") ?? refusedAs("effect")}
        />
      )}
      {benefit === "skus" && (
        <>
          <TextArea
            label={t("fields.skus")}
            description={t("fields.skusHint")}
            value={isSame(skusOf(skuLines), fields.skus) ? skuLines : skuText(fields.skus)}
            onChange={(text) => {
              setSkuLines(text);
              change({ skus: skusOf(text) });
            }}
            errorMessage={field("skus").errorMessage ?? refusedAs("effect")}
          />
          <ItemsFile
            onItems={(items) =>
              change({ skus: items.map(({ skuId, points }) => ({ skuId, points: points ?? Number.NaN })) })
            }
          />
        </>
      )}
      <TextField label={t("fields.nameEn")} {...field("nameEn")} maxLength={120} />
      <TextField label={t("fields.nameAr")} {...field("nameAr")} maxLength={120} />
      <FirstDay
        label={t("fields.startsAt")}
        value={fields.startsAt}
        onChange={(start) => change({ startsAt: start ?? "" })}
        errorMessage={field("startsAt").errorMessage}
      />
      <LastDayField
        label={t("fields.endsAt")}
        value={fields.endsAt}
        onChange={(end) => change({ endsAt: end ?? "" })}
        errorMessage={field("endsAt").errorMessage ?? refusedAs("endsAt")}
      />
      <RuleConditions
        rule={rule}
        merchantId={fields.merchantId}
        known={known}
        onChange={changeRule}
        errorAt={errorAt}
        refusedAs={refusedAs}
      />
      <NumberField
        label={t("fields.budgetPoints")}
        description={t(limits.canBudget ? "fields.budgetHint" : "fields.budgetClosed")}
        value={fields.budgetPoints}
        onChange={(points) => change({ budgetPoints: number(points) })}
        errorMessage={field("budgetPoints").errorMessage}
        isDisabled={!limits.canBudget}
        isRequired={limits.canBudget}
      />
      {!isFirst && (
        <div className="grid gap-4 sm:grid-cols-3">
          <NumberField
            label={t("fields.walletMax")}
            value={fields.walletMax}
            onChange={(times) => change(limitsOf({ walletMax: number(times) }))}
            errorMessage={field("walletMax").errorMessage ?? refusedAs("walletMax")}
            isDisabled={!limits.canLimit}
          />
          <NumberField
            label={t("fields.walletPoints")}
            value={fields.walletPoints}
            onChange={(points) => change(limitsOf({ walletPoints: number(points) }))}
            errorMessage={field("walletPoints").errorMessage}
            isDisabled={!limits.canCap}
          />
          <Select
            label={t("fields.walletPeriod")}
            options={WALLET_PERIODS.map((id) => ({ id, label: t(`periods.${id}`) }))}
            value={fields.walletPeriod}
            onChange={(walletPeriod) => change({ walletPeriod })}
            isDisabled={fields.walletMax === null && fields.walletPoints === null}
          />
        </div>
      )}
      <LookBackPanel fields={fields} />
      {isTrying ? (
        <DraftTrial fields={fields} promotionId={promotion?.id ?? null} known={known} />
      ) : (
        <Button onPress={() => setTrying(true)}>{t("trial.withDraft")}</Button>
      )}
    </EditorDrawer>
  );
}

/** The rule of a new promotion, with lists that may be changed. */
const EMPTY_RULE: PromotionFields["rule"] = {
  ...{ ...ANY_BILL, ...FIRST_GIFTS.multiplier },
  ...{
    merchantIds: [],
    branchIds: [],
    segmentIds: [],
    ratePlans: [],
    weekdays: [],
    skuIds: [],
    channels: [],
  },
};
