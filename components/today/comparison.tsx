import { useTranslations } from "next-intl";
import { useDayName } from "@/components/kit/use-day-name";
import { useFormatter } from "@/components/ui/use-formatter";
import type { BranchDay } from "@/lib/areas/today/schemas";

/** Says what the sums of a day are compared with. */
export function Comparison({ before }: Pick<BranchDay, "before">) {
  const t = useTranslations("today");
  const format = useFormatter();
  const nameOf = useDayName();
  return (
    <p className="text-ink-soft text-sm">
      {before.isWholeDay
        ? t("comparedDay", { day: nameOf(before.day) })
        : t("comparedNow", {
            time: format.dateTime(new Date(before.until), { hour: "numeric", minute: "2-digit" }),
          })}
    </p>
  );
}
