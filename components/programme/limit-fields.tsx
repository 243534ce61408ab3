"use client";

import { useTranslations } from "next-intl";
import type { Editor } from "@/components/kit/use-editor";
import { useCurrencySign, useMoneyText } from "@/components/ui/format";
import { NumberField } from "@/components/ui/number-field";
import { RadioGroup } from "@/components/ui/radio-group";
import {
  LIMIT_NAMES,
  LIMIT_SETTINGS,
  type Limits,
  NO_LIMITS,
  NUMBER_LIMITS,
  type NumberLimit,
} from "@/lib/ledger/with/limits/words";

const IN_MONEY = (name: NumberLimit) => LIMIT_SETTINGS[name].unit === "money";
const OF_A_PERSON: ReadonlySet<string> = new Set(["personRewardPointsMax", "personReversedValueMax"]);

/** Limits as a form has them: numbers may be missing or wrong while they are typed, and missing is no limit. */
export type LimitValues = { [Name in NumberLimit]: number | null | undefined } & Pick<
  Limits,
  "repeatedInvoices"
>;

export function isLimitName(name: string): name is keyof Limits {
  return LIMIT_NAMES.some((limit) => limit === name);
}

/** The limits of a record, or none. */
export const limitValues = (record: Partial<LimitValues> | null): LimitValues =>
  Object.assign({}, ...LIMIT_NAMES.map((name) => ({ [name]: record?.[name] ?? NO_LIMITS[name] })));

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
      {NUMBER_LIMITS.map((name) => (
        <NumberField
          key={name}
          label={t(`field.${name}`)}
          description={of === "client" && OF_A_PERSON.has(name) ? t("clientHint.person") : t(`hint.${name}`)}
          {...field(name)}
          {...(IN_MONEY(name) && { unit: currencySign })}
        />
      ))}
      <RadioGroup
        label={t("field.repeatedInvoices")}
        description={t("hint.repeatedInvoices")}
        isLoose
        options={LIMIT_SETTINGS.repeatedInvoices.options.map((id) => ({ id, label: t(`repeated.${id}`) }))}
        {...field("repeatedInvoices")}
      />
    </>
  );
}

/** A limit in words. */
export function useLimitText(): (name: keyof Limits, limits: LimitValues) => string {
  const t = useTranslations("desk.limits");
  const money = useMoneyText();
  return (name, limits) => {
    if (name === "repeatedInvoices") return t(`repeated.${limits.repeatedInvoices}`);
    const value = limits[name];
    if (value === null || value === undefined) return t("none");
    return IN_MONEY(name) ? money(value) : String(value);
  };
}
