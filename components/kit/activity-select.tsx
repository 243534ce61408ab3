"use client";

import { useTranslations } from "next-intl";
import { FilterSelect } from "@/components/ui/select";
import type { Activity } from "@/lib/areas/branches/record";
import { ACTIVITIES } from "@/lib/portal/wire/activity";

/** Whether a list shows what is active, what is not, or both, in the words that the list has for them. */
export function ActivitySelect({
  value,
  words,
  onChange,
}: {
  value: Activity | undefined;
  words: Readonly<Record<Activity, string>>;
  onChange: (activity: Activity | undefined) => void;
}) {
  const t = useTranslations("desk");
  return (
    <FilterSelect
      label={t("status")}
      any={t("activityAll")}
      options={ACTIVITIES.map((id) => ({ id, label: words[id] }))}
      {...{ value, onChange }}
    />
  );
}
