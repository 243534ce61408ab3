"use client";

import { parseAbsolute, toCalendarDate } from "@internationalized/date";
import { useNow, useTimeZone, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { send, useRequest } from "@/components/kit/contract";
import { FirstDay, LastDayField } from "@/components/kit/day-edge";
import { EditorDrawer, type SavedDraft, useDraft } from "@/components/kit/editor-form";
import { required } from "@/components/kit/error";
import { LastMoment } from "@/components/kit/last-moment";
import { type Editor, useEditor } from "@/components/kit/use-editor";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { endOfDay } from "@/components/kit/wall-clock";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { NumberField } from "@/components/ui/number-field";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { useFormatter } from "@/components/ui/use-formatter";
import { useAmounts } from "@/components/wallet/use-amounts";
import { promotions as api } from "@/lib/areas/promotions/contract";
import type { Promotion, PromotionFields, Promotions } from "@/lib/areas/promotions/schemas";
import { ANY_BILL } from "@/lib/ledger/with/promotions/words";
import { skusOf, skuText } from "./item-lines";
import { ItemsField } from "./items-file";
import { LookBackPanel } from "./look-back";
import { fieldsOf } from "./promotion-fields";
import { PromotionReturn } from "./promotion-return";
import { DraftTrial } from "./promotion-trial";
import { REFUSED, type Refused, RuleConditions, RuleLimits } from "./rule-conditions";
import { BENEFITS, benefitOf, FIRST_GIFTS, TEMPLATES, type TemplateName } from "./templates";
import { useRuleSentence } from "./use-rule-sentence";

const NOBODYS = 0;
/** A new promotion begins tomorrow and runs for a month, until a person says otherwise. */
const NEW_DAYS = 30;
const UNLIMITED = { budgetPoints: null, walletMax: null, walletPeriod: null, walletPoints: null };
/** The rule of a new promotion, with lists that may be changed. */
const EMPTY_RULE: PromotionFields["rule"] = {
  ...{ ...ANY_BILL, ...FIRST_GIFTS.multiplier },
  ...{ merchantIds: [], branchIds: [], segmentIds: [], ratePlans: [] },
  ...{ weekdays: [], skuIds: [], channels: [] },
};

interface FormProps {
  /** As it was read; null for a new one. */
  promotion: Promotion | null;
  known: Promotions;
  /** A draft was saved that is to be published. */
  onPublish: (draft: Promotion) => void;
  onClose: () => void;
}
/** Parts of the form. */
interface PartProps extends Pick<FormProps, "promotion" | "known"> {
  editor: Editor<PromotionFields>;
  /** Refusals under the server's own names, in words that say the next step. */
  refusedAs: (name: Refused) => string | undefined;
  changeRule: (changes: Partial<PromotionFields["rule"]>) => void;
}

/** Sets up or changes a promotion, and says in a sentence what it does. */
export function PromotionForm(props: FormProps) {
  const { promotion, known, onClose } = props;
  const t = useTranslations("promotions");
  const format = useFormatter();
  const now = useNow().toISOString();
  const sentence = useRuleSentence(known);
  const describe = useDescribe(known);
  const draft = useDraft(promotion, props);
  const editor = usePromotionEditor(promotion, draft);
  const [isTrying, setTrying] = useState(false);
  const { fields, field, change, errorAt } = editor;
  const { rule } = fields;
  const part: PartProps = {
    ...{ promotion, known, editor },
    refusedAs: (name) => (errorAt(REFUSED[name]) === undefined ? undefined : t(`problems.${name}`)),
    // A changed rule is of its benefit's kind, whatever template it was made by.
    changeRule: (changes) => {
      const changed = { ...rule, ...changes };
      change({ rule: { ...changed, kind: benefitOf(changed) } });
    },
  };
  const isDraft = promotion === null || promotion.state === "draft";
  const day = () => format.dateTime(new Date(fields.startsAt), { day: "numeric", month: "long" });
  return (
    <EditorDrawer
      title={promotion === null ? t("create") : t("editTitle")}
      submitLabel={t(isDraft ? "saveDraft" : "save")}
      {...draft.drawer(
        editor,
        isDraft && (fields.startsAt > now ? t("publishFromDay", { day: day() }) : t("publishAtOnce")),
      )}
      describe={describe}
      onClose={onClose}
    >
      <Notice kind="info">
        <strong className="block">{t("sentence.title")}</strong>
        {sentence(fields)}
      </Notice>
      <PromotionReturn rule={rule} known={known} />
      {promotion === null && <Beginning {...part} />}
      <Benefit {...part} />
      <TextField label={t("fields.nameEn")} {...field("nameEn")} maxLength={120} />
      <TextField label={t("fields.nameAr")} {...field("nameAr")} maxLength={120} />
      <FirstDay
        label={t("fields.startsAt")}
        {...field("startsAt")}
        onChange={(start) => change({ startsAt: start ?? "" })}
      />
      <LastDayField
        label={t("fields.endsAt")}
        value={fields.endsAt}
        onChange={(end) => change({ endsAt: end ?? "" })}
        errorMessage={errorAt("endsAt") ?? part.refusedAs("endsAt")}
      />
      <RuleConditions
        {...{ ...part, rule, errorAt, merchantId: fields.merchantId }}
        onChange={part.changeRule}
      />
      <RuleLimits {...part} />
      <LookBackPanel fields={fields} />
      {isTrying ? (
        <DraftTrial fields={fields} promotionId={promotion?.id ?? null} known={known} />
      ) : (
        <Button onPress={() => setTrying(true)}>{t("trial.withDraft")}</Button>
      )}
    </EditorDrawer>
  );
}

function usePromotionEditor(promotion: Promotion | null, { keep, onSaved }: SavedDraft<Promotion>) {
  const t = useTranslations("promotions");
  const me = useMe();
  const zone = useTimeZone() ?? "UTC";
  const today = toCalendarDate(parseAbsolute(useNow().toISOString(), zone));
  const create = useRequest(api.create);
  const change = useRequest(api.change, { params: { promotionId: promotion?.id ?? 0 } });
  const isIt = ({ id }: Promotion) => id === promotion?.id;
  return useEditor({
    record: promotion,
    fieldsOf: (read): PromotionFields =>
      read === null
        ? {
            merchantId: me.merchant?.id ?? null,
            ...{ nameEn: "", nameAr: "", startsAt: endOfDay(today, zone) },
            endsAt: endOfDay(today.add({ days: NEW_DAYS }), zone),
            ...{ rule: EMPTY_RULE, skus: [], ...UNLIMITED },
          }
        : fieldsOf(read),
    create: {
      ...create,
      send: async (body) => {
        const { promotions, createdId } = await create.send(body);
        keep(promotions.find(({ id }) => id === createdId));
      },
    },
    groups: [
      ["rule", "skus"],
      ["walletMax", "walletPeriod", "walletPoints"],
    ],
    change: {
      ...change,
      send: async (body) => keep((await change.send(body)).promotions.find(isIt)),
      isWhole: true,
      read: async () => required((await send(api.list)).promotions.find(isIt)),
    },
    said: t("saved"),
    onSaved,
  });
}

/** A promotion's fields in words. */
function useDescribe(known: Promotions) {
  const t = useTranslations("promotions");
  const nameOf = useNameOf();
  const amounts = useAmounts();
  const sentence = useRuleSentence(known);
  const points = (count: number | null) => (count === null ? "" : amounts.points(count));
  const textOf = (name: keyof PromotionFields, shown: PromotionFields): ReactNode => {
    switch (name) {
      case "rule":
      case "skus":
        return sentence({ ...shown, ...UNLIMITED });
      case "startsAt":
        return <DateTime value={shown.startsAt} />;
      case "endsAt":
        return <LastMoment end={shown.endsAt} />;
      case "budgetPoints":
      case "walletPoints":
        return points(shown[name]);
      case "walletMax":
      case "walletPeriod": {
        const { walletMax: count, walletPeriod: period } = shown;
        if (count === null || period === null) return "";
        return t("sentence.walletMax", { count, period: t(`periods.${period}`) });
      }
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
  return (name: keyof PromotionFields, shown: PromotionFields) => ({
    label: t(`fields.${name}`),
    value: textOf(name, shown),
  });
}

/** Owner of a new promotion, and the template that it begins with. */
function Beginning({ known, editor: { fields, change } }: PartProps) {
  const t = useTranslations("promotions");
  const nameOf = useNameOf();
  const me = useMe();
  const [template, setTemplate] = useState<TemplateName | "none">("none");
  return (
    <>
      {me.merchant === null && (
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
              rule: { ...fields.rule, branchIds: [], merchantIds: [] },
            })
          }
        />
      )}
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
    </>
  );
}

/** A promotion's gift: a multiplier, points, or points of items. */
function Benefit({ editor: { fields, change, errorAt }, changeRule, refusedAs }: PartProps) {
  const t = useTranslations("promotions");
  const { rule } = fields;
  const benefit = benefitOf(rule);
  return (
    <>
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
          onChange={(points) => changeRule({ points: points ?? Number.NaN })}
          errorMessage={errorAt("rule.points") ?? refusedAs("effect")}
        />
      )}
      {benefit === "skus" && (
        <ItemsField
          label={t("fields.skus")}
          description={t("fields.skusHint")}
          value={fields.skus}
          onChange={(skus) => change({ skus })}
          itemsOf={skusOf}
          textOf={skuText}
          fromFile={({ skuId, points }) => ({ skuId, points: points ?? Number.NaN })}
          errorMessage={errorAt("skus") ?? refusedAs("effect")}
        />
      )}
    </>
  );
}
