"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useNameOf } from "@/components/kit/use-language";
import { Checkbox } from "@/components/ui/checkbox";
import { useCurrencySign } from "@/components/ui/format";
import { NumberField } from "@/components/ui/number-field";
import { Select } from "@/components/ui/select";
import { TextArea } from "@/components/ui/text-area";
import { ToggleChips } from "@/components/ui/toggle-chips";
import type { PromotionFields, Promotions } from "@/lib/areas/promotions/schemas";
import { decimalsOf } from "@/lib/platform/currency";
import { skuIdsOf } from "./item-lines";
import { ItemsFile } from "./items-file";
import { isSame } from "./promotion-fields";
import { CHANNELS, hourOf, useWeekdayName } from "./use-rule-sentence";

type Rule = PromotionFields["rule"];

const HALF_HOURS = Array.from({ length: 48 }, (_, index) => index * 30);
const ANY_HOUR = -1;
/** The names under which the server refuses a promotion as a whole. */
export const REFUSED = {
  effect: "points",
  endsAt: "endDate",
  minValue: "value",
  hours: "windows",
  walletMax: "limits",
} as const;
export type Refused = keyof typeof REFUSED;

/** The conditions under which a promotion acts. */
export function RuleConditions({
  rule,
  merchantId,
  known,
  onChange,
  errorAt,
  refusedAs,
}: {
  rule: Rule;
  merchantId: number | null;
  known: Promotions;
  onChange: (changes: Partial<Rule>) => void;
  errorAt: (path: string) => string | undefined;
  refusedAs: (name: Refused) => string | undefined;
}) {
  const t = useTranslations("promotions");
  const nameOf = useNameOf();
  const sign = useCurrencySign();
  const weekdayName = useWeekdayName();
  // A text is the writer's own while it means the value. A value from elsewhere replaces the text.
  const [skuIds, setSkuIds] = useState("");
  const branches = known.branches.filter((branch) => branch.merchantId === merchantId);
  const ratePlans = [...new Set(known.segments.flatMap(({ ratePlan }) => ratePlan ?? []))];
  const isFirst = rule.kind === "first_purchase" || rule.firstPurchase;
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
      <div className="grid grid-cols-2 gap-4">
        {(["from", "to"] as const).map((end) => (
          <Select
            key={end}
            label={t(`fields.${end}`)}
            options={[
              { id: ANY_HOUR, label: t("fields.anyHour") },
              ...HALF_HOURS.map((minute) => ({ id: minute, label: hourOf(minute) })),
            ]}
            value={rule.hours === null ? ANY_HOUR : rule.hours[end]}
            errorMessage={end === "from" ? refusedAs("hours") : undefined}
            onChange={(minute) =>
              onChange({
                hours: minute === ANY_HOUR ? null : { from: 0, to: 0, ...rule.hours, [end]: minute },
              })
            }
          />
        ))}
      </div>
      <Chips
        label={t("fields.weekdays")}
        options={[1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, label: weekdayName(id) }))}
        values={rule.weekdays}
        onChange={(weekdays) => onChange({ weekdays })}
      />
      {branches.length > 0 && (
        <Chips
          label={`${t("fields.branches")} (${t("fields.branchesHint")})`}
          options={branches.map((branch) => ({ id: branch.id, label: nameOf(branch) }))}
          values={rule.branchIds}
          onChange={(branchIds) => onChange({ branchIds })}
        />
      )}
      <Chips
        label={t("fields.segments")}
        options={known.segments.map((segment) => ({ id: segment.id, label: nameOf(segment) }))}
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
      <Chips
        label={t("fields.channels")}
        options={CHANNELS.map((id) => ({ id, label: t(`channelNames.${id}`) }))}
        values={rule.channels}
        onChange={(channels) => onChange({ channels })}
      />
      <TextArea
        rows={2}
        label={t("fields.skuIds")}
        description={t("fields.skuIdsHint")}
        value={isSame(skuIdsOf(skuIds), rule.skuIds) ? skuIds : rule.skuIds.join(", ")}
        onChange={(text) => {
          setSkuIds(text);
          onChange({ skuIds: skuIdsOf(text) });
        }}
        errorMessage={errorAt("rule.skuIds")}
      />
      <ItemsFile onItems={(items) => onChange({ skuIds: items.map(({ skuId }) => skuId) })} />
      <Checkbox isSelected={isFirst} onChange={(firstPurchase) => onChange({ firstPurchase })}>
        {t("fields.firstPurchase")}
      </Checkbox>
      <Checkbox
        isSelected={rule.birthdayMonth || rule.kind === "birthday_month"}
        onChange={(birthdayMonth) => onChange({ birthdayMonth })}
      >
        {t("fields.birthdayMonth")}
      </Checkbox>
      <Checkbox isSelected={rule.stacks} onChange={(stacks) => onChange({ stacks })}>
        {t("fields.stacks")}
      </Checkbox>
    </>
  );
}

function Chips({
  options,
  values,
  onChange,
  label,
}: {
  label: string;
  options: readonly { id: number; label: string }[];
  values: readonly number[];
  onChange: (values: number[]) => void;
}) {
  return (
    <ToggleChips
      label={label}
      options={options.map((option) => ({ ...option, id: String(option.id) }))}
      values={values.map(String)}
      onChange={(chosen) => onChange(chosen.map(Number))}
    />
  );
}
