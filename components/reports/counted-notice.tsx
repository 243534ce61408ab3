import { useTranslations } from "next-intl";
import { DateTime } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import type { CountedUpTo } from "@/lib/areas/reports/owed-schemas";

/** So often figures are read again while later changes are being counted. */
const AGAIN_SECONDS = 5;

/** Settings of a query whose figures may be those of the last count. */
export const FOLLOWS_COUNT = {
  follows: ({ data }: { data: { counted: CountedUpTo | null } | undefined }) =>
    data?.counted ? AGAIN_SECONDS : (false as const),
};

/** Says of which moment the figures are, and how many customers are still being counted. */
export function CountedNotice({ counted }: { counted: CountedUpTo | null }) {
  const t = useTranslations("reports.owed.counted");
  if (counted === null) return null;
  const { at, customers } = counted;
  return (
    <Notice kind="info">
      {t.rich(customers === null ? "many" : "waiting", {
        count: customers ?? 0,
        when: () => <DateTime value={at} />,
      })}
    </Notice>
  );
}
