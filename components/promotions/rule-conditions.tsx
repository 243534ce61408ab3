"use client";

import { useTranslations } from "next-intl";
import type { Editor } from "@/components/kit/use-editor";
import { useNameOf } from "@/components/kit/use-language";
import { Checkbox } from "@/components/ui/checkbox";
import { weekdaysInOrder } from "@/components/ui/first-day";
import { useCurrencySign } from "@/components/ui/format";
import { NumberField } from "@/components/ui/number-field";
import { Select } from "@/components/ui/select";
import { ToggleChips } from "@/components/ui/toggle-chips";
import type { Promotion, PromotionFields, Promotions } from "@/lib/areas/promotions/schemas";
import { WALLET_PERIODS } from "@/lib/ledger/with/promotions/words";
import { decimalsOf } from "@/lib/platform/currency";
import { skuIdsOf } from "./item-lines";
import { ItemsField } from "./items-file";
import { isFirstPurchase } from "./promotion-fields";
import { CHANNELS, hourOf, useWeekdayName } from "./use-rule-sentence";

type Rule = PromotionFields["rule"];

const HALF_HOURS = Array.from({ length: 48 }, (_, index) => index * 30);
const ANY_HOUR = -1;
/** A text that is no number becomes NaN, which no schema takes. */
const finished = (value: number | null | undefined) => (value === undefined ? Number.NaN : value);
/** The names under which the server refuses a promotion as a whole. */
export const REFUSED = {
  effect: "points",
  endsAt: "endDate",
  minValue: "value",
  hours: "windows",
  walletMax: "limits",
} as const;
export type Refused = keyof typeof REFUSED;

interface Conditions {
  rule: Rule;
  merchantId: number | null;
  known: Promotions;
  onChange: (changes: Partial<Rule>) => void;
  errorAt: (path: string) => string | undefined;
  refusedAs: (name: Refused) => string | undefined;
}

/** The conditions under which a promotion acts. */
export function RuleConditions(conditions: Conditions) {
  const t = useTranslations("promotions");
  const sign = useCurrencySign();
  const { rule, onChange, errorAt, refusedAs } = conditions;
  const marks = {
    firstPurchase: isFirstPurchase(rule),
    birthdayMonth: rule.birthdayMonth || rule.kind === "birthday_month",
    stacks: rule.stacks,
  };
  return (
    <>
      <NumberField
        label={t("fields.minValue")}
        value={rule.minHundredths === null ? null : rule.minHundredths / 100}
        onChange={(value) =>
          onChange({ minHundredths: typeof value === "number" ? Math.round(value * 100) : null })
        }
        decimals={Math.min(2, decimalsOf())}
        unit={sign}
        errorMessage={errorAt("rule.minHundredths") ?? refusedAs("minValue")}
      />
      <Hours {...conditions} />
      <Choices {...conditions} />
      <ItemsField
        rows={2}
        label={t("fields.skuIds")}
        description={t("fields.skuIdsHint")}
        value={rule.skuIds}
        onChange={(skuIds) => onChange({ skuIds })}
        itemsOf={skuIdsOf}
        textOf={(ids) => ids.join(", ")}
        fromFile={({ skuId }) => skuId}
        errorMessage={errorAt("rule.skuIds")}
      />
      {(["firstPurchase", "birthdayMonth", "stacks"] as const).map((mark) => (
        <Checkbox
          key={mark}
          isSelected={marks[mark]}
          onChange={(isSelected) => onChange({ [mark]: isSelected })}
        >
          {t(`fields.${mark}`)}
        </Checkbox>
      ))}
    </>
  );
}

function Hours({ rule: { hours }, onChange, refusedAs }: Conditions) {
  const t = useTranslations("promotions.fields");
  return (
    <div className="grid grid-cols-2 gap-4">
      {(["from", "to"] as const).map((end) => (
        <Select
          key={end}
          label={t(end)}
          options={[
            { id: ANY_HOUR, label: t("anyHour") },
            ...HALF_HOURS.map((minute) => ({ id: minute, label: hourOf(minute) })),
          ]}
          value={hours === null ? ANY_HOUR : hours[end]}
          errorMessage={end === "from" ? refusedAs("hours") : undefined}
          onChange={(minute) =>
            onChange({ hours: minute === ANY_HOUR ? null : { from: 0, to: 0, ...hours, [end]: minute } })
          }
        />
      ))}
    </div>
  );
}

/** Weekdays, places, customers and channels, of which a chosen one has to be met. */
function Choices({ rule, merchantId, known, onChange }: Conditions) {
  const t = useTranslations("promotions");
  const nameOf = useNameOf();
  const weekdayName = useWeekdayName();
  const branches = known.branches.filter((branch) => branch.merchantId === merchantId);
  const ratePlans = [...new Set(known.segments.flatMap(({ ratePlan }) => ratePlan ?? []))];
  const byName = (records: Promotions["merchants"]) =>
    records.map((record) => ({ id: record.id, label: nameOf(record) }));
  return (
    <>
      <ToggleChips
        label={t("fields.weekdays")}
        options={weekdaysInOrder().map((id) => ({ id, label: weekdayName(id) }))}
        values={rule.weekdays}
        onChange={(weekdays) => onChange({ weekdays })}
      />
      {branches.length > 0 && (
        <ToggleChips
          label={`${t("fields.branches")} (${t("fields.branchesHint")})`}
          options={byName(branches)}
          values={rule.branchIds}
          onChange={(branchIds) => onChange({ branchIds })}
        />
      )}
      <ToggleChips
        label={t("fields.segments")}
        options={byName(known.segments)}
        values={rule.segmentIds}
        onChange={(segmentIds) => onChange({ segmentIds })}
      />
      {ratePlans.length > 0 && (
        <ToggleChips
          label={t("fields.ratePlans")}
          options={ratePlans.map((id) => ({ id, label: id }))}
          values={rule.ratePlans}
          onChange={(plans) => onChange({ ratePlans: plans })}
        />
      )}
      <ToggleChips<number>
        label={t("fields.channels")}
        options={CHANNELS.map((id) => ({ id, label: t(`channelNames.${id}`) }))}
        values={rule.channels}
        onChange={(channels) => onChange({ channels })}
      />
    </>
  );
}

/** The budget, and the most for a customer; those that a published promotion did not have stay closed. */
export function RuleLimits({
  promotion,
  editor: { fields, field, change },
  refusedAs,
}: Pick<Conditions, "refusedAs"> & { promotion: Promotion | null; editor: Editor<PromotionFields> }) {
  const t = useTranslations("promotions");
  const isClosed = (name: "budgetPoints" | "walletPeriod" | "walletPoints") =>
    promotion?.wasPublished === true && promotion[name] === null;
  const limit = (changes: Partial<Pick<PromotionFields, "walletMax" | "walletPoints">>) => {
    const { walletMax, walletPoints, walletPeriod } = { ...fields, ...changes };
    const isOpen = walletMax === null && walletPoints === null;
    change({ walletMax, walletPoints, walletPeriod: isOpen ? null : (walletPeriod ?? "day") });
  };
  return (
    <>
      <NumberField
        label={t("fields.budgetPoints")}
        description={t(isClosed("budgetPoints") ? "fields.budgetClosed" : "fields.budgetHint")}
        {...field("budgetPoints")}
        onChange={(points) => change({ budgetPoints: finished(points) })}
        isDisabled={isClosed("budgetPoints")}
        isRequired={!isClosed("budgetPoints")}
      />
      {!isFirstPurchase(fields.rule) && (
        <div className="grid gap-4 sm:grid-cols-3">
          <NumberField
            label={t("fields.walletMax")}
            value={fields.walletMax}
            onChange={(times) => limit({ walletMax: finished(times) })}
            errorMessage={field("walletMax").errorMessage ?? refusedAs("walletMax")}
            isDisabled={isClosed("walletPeriod")}
          />
          <NumberField
            label={t("fields.walletPoints")}
            {...field("walletPoints")}
            onChange={(points) => limit({ walletPoints: finished(points) })}
            isDisabled={isClosed("walletPoints")}
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
    </>
  );
}
