"use client";

import { useTranslations } from "next-intl";
import { Select } from "@/components/ui/select";
import type { Activity } from "@/lib/areas/branches/record";
import { ACTIVITIES } from "@/lib/portal/wire/activity";

const ALL = "all";

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
    <Select<string>
      label={t("status")}
      options={[{ id: ALL, label: t("activityAll") }, ...ACTIVITIES.map((id) => ({ id, label: words[id] }))]}
      value={value ?? ALL}
      onChange={(chosen) => onChange(ACTIVITIES.find((activity) => activity === chosen))}
    />
  );
}
