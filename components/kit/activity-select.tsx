"use client";

import { useTranslations } from "next-intl";
import { Select } from "@/components/ui/select";
import { ACTIVITIES, type Activity } from "@/lib/areas/branches/desk-schemas";

const ALL = "all";

/** Whether a list shows what is active, what is deactivated, or both. */
export function ActivitySelect({
  value,
  onChange,
}: {
  value: Activity | undefined;
  onChange: (activity: Activity | undefined) => void;
}) {
  const t = useTranslations("desk");
  return (
    <Select<string>
      label={t("status")}
      options={[
        { id: ALL, label: t("activityAll") },
        ...ACTIVITIES.map((id) => ({ id, label: t(`activity.${id}`) })),
      ]}
      value={value ?? ALL}
      onChange={(chosen) => onChange(ACTIVITIES.find((activity) => activity === chosen))}
    />
  );
}
