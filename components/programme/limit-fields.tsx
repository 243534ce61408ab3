"use client";

import { useTranslations } from "next-intl";
import type { Editor } from "@/components/kit/use-editor";
import { useCurrencySign, useMoneyText } from "@/components/ui/format";
import { NumberField } from "@/components/ui/number-field";
import { RadioGroup } from "@/components/ui/radio-group";
import { REPEATED_INVOICE_RULES } from "@/lib/areas/programme/words";

export const NUMBER_LIMIT_NAMES = [
  "rewardValueMax",
  "personRewardPointsMax",
  "personReversedValueMax",
  "walletRewardsMax",
  "unprovedValueMax",
] as const;
export const LIMIT_NAMES = [...NUMBER_LIMIT_NAMES, "repeatedInvoices"] as const;
type NumberLimitName = (typeof NUMBER_LIMIT_NAMES)[number];
const IN_MONEY: ReadonlySet<string> = new Set([
  "rewardValueMax",
  "personReversedValueMax",
  "unprovedValueMax",
]);
const OF_A_PERSON: ReadonlySet<string> = new Set(["personRewardPointsMax", "personReversedValueMax"]);

/** Limits as a form has them: numbers may be missing or wrong while they are typed, and missing is no limit. */
export type LimitValues = { [Name in NumberLimitName]: number | null | undefined } & {
  repeatedInvoices: (typeof REPEATED_INVOICE_RULES)[number];
};

export function isLimitName(name: string): name is (typeof LIMIT_NAMES)[number] {
  return LIMIT_NAMES.some((limit) => limit === name);
}

/** The limits of a record, or none. */
export function limitValues(record: LimitValues | null): LimitValues {
  return {
    rewardValueMax: record?.rewardValueMax ?? null,
    personRewardPointsMax: record?.personRewardPointsMax ?? null,
    personReversedValueMax: record?.personReversedValueMax ?? null,
    walletRewardsMax: record?.walletRewardsMax ?? null,
    unprovedValueMax: record?.unprovedValueMax ?? null,
    repeatedInvoices: record?.repeatedInvoices ?? "off",
  };
}

/** The fields of the limits, each with what it means. `of`: a client's daily ones are of the client as a whole. */
export function LimitFields<Fields extends LimitValues>({
  editor,
  of = "people",
}: {
  editor: Pick<Editor<Fields>, "field">;
  of?: "people" | "client";
}) {
  const t = useTranslations("desk.limits");
  const currencySign = useCurrencySign();
  // The fields are the limits whatever else the form has.
  const { field } = editor as unknown as Pick<Editor<LimitValues>, "field">;
  return (
    <>
      {NUMBER_LIMIT_NAMES.map((name) => (
        <NumberField
          key={name}
          label={t(`field.${name}`)}
          description={of === "client" && OF_A_PERSON.has(name) ? t("clientHint.person") : t(`hint.${name}`)}
          {...field(name)}
          {...(IN_MONEY.has(name) && { unit: currencySign })}
        />
      ))}
      <RadioGroup
        label={t("field.repeatedInvoices")}
        description={t("hint.repeatedInvoices")}
        isLoose
        options={REPEATED_INVOICE_RULES.map((id) => ({ id, label: t(`repeated.${id}`) }))}
        {...field("repeatedInvoices")}
      />
    </>
  );
}

/** A limit in words. */
export function useLimitText(): (name: (typeof LIMIT_NAMES)[number], limits: LimitValues) => string {
  const t = useTranslations("desk.limits");
  const money = useMoneyText();
  return (name, limits) => {
    if (name === "repeatedInvoices") return t(`repeated.${limits.repeatedInvoices}`);
    const value = limits[name];
    if (value === null || value === undefined) return t("none");
    return IN_MONEY.has(name) ? money(value) : String(value);
  };
}
