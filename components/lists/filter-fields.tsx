"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { NumberFilter, TextFilter } from "@/components/kit/search-field";
import type { Address } from "@/components/kit/use-filters";
import { ComboBox } from "@/components/ui/combo-box";
import { DaysField } from "@/components/ui/date-field";
import type { Option } from "@/components/ui/list-box";
import { FilterSelect } from "@/components/ui/select";
import { ACTIVITIES } from "@/lib/portal/wire/activity";
import { MerchantChoice } from "./merchant-choice";

/**
 * A filter of a list: a text that is searched for, a choice (a long one is searched itself), a whole number, a merchant (for operators
 * alone), whether records are in use, the first and the last of some days, or a field of its own.
 */
type FilterField<Value> =
  | { search: string }
  | { label: string; any?: string; options: readonly Option<Value & (string | number)>[]; isLong?: true }
  | { number: string }
  | "merchant"
  | { active: string; inactive: string }
  | { days: string; last: string }
  | ((className: string) => ReactNode);

/** The filters that a list shows, in this order. The address may have more. */
export type FilterFields<Filters extends object> = {
  readonly [Name in keyof Filters]?: FilterField<NonNullable<Filters[Name]>>;
};

const FIELD = "min-w-0 flex-1 basis-40";
const TEXT = "min-w-0 flex-2 basis-64";
const DAYS = "max-w-full flex-auto basis-76 sm:grow-0";

/** The fields of a list's filters, which write the page's address. */
export function FilterBar<Filters extends object>({
  label,
  address,
  fields,
  search,
}: {
  label: string;
  address: Pick<Address<Filters>, "filters" | "change">;
  fields: FilterFields<Filters>;
  search: ReactNode;
}) {
  return (
    <search aria-label={label} className="mb-5 flex flex-wrap items-end gap-3">
      {search && <div className={TEXT}>{search}</div>}
      {Object.entries(fields).map(([name, field]) => (
        <Field key={name} {...{ name, address }} field={field as FilterField<string>} />
      ))}
    </search>
  );
}

function Field({
  name,
  address,
  field,
}: {
  name: string;
  address: { filters: object; change: unknown };
  field: FilterField<string>;
}) {
  const t = useTranslations("desk");
  const filters = address.filters as Record<string, string | undefined>;
  const change = address.change as (changes: object, style?: { replaces: boolean }) => void;
  const value = filters[name];
  const choose = (chosen: string | number | null | undefined) => change({ [name]: chosen ?? undefined });
  if (typeof field === "function") return field(FIELD);
  if (field === "merchant")
    return (
      <MerchantChoice value={value as unknown as number | undefined} onChange={choose} className={FIELD} />
    );
  if ("search" in field)
    return (
      <TextFilter
        label={field.search}
        value={value}
        change={({ text }, style) => change({ [name]: text }, style)}
        className={TEXT}
      />
    );
  if ("number" in field)
    return (
      <NumberFilter
        label={field.number}
        value={value as unknown as number | undefined}
        onChange={(number, style) => change({ [name]: number ?? undefined }, style)}
        className={FIELD}
      />
    );
  if ("days" in field)
    return (
      <DaysField
        label={field.days}
        from={value}
        until={filters[field.last]}
        onChange={(from, until) => change({ [name]: from, [field.last]: until })}
        className={DAYS}
      />
    );
  const { label, any, options, isLong } =
    "active" in field
      ? {
          label: t("status"),
          any: t("activityAll"),
          options: ACTIVITIES.map((id) => ({ id, label: field[id] })),
          isLong: false,
        }
      : { any: t("activityAll"), ...field };
  if (!isLong)
    return <FilterSelect {...{ label, any, options, value }} onChange={choose} className={FIELD} />;
  return (
    <ComboBox
      // The list of a combo box is what it began with.
      key={options.length}
      {...{ label, options }}
      placeholder={any}
      value={value ?? null}
      onChange={choose}
      className={FIELD}
    />
  );
}
