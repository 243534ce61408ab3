import { useTranslations } from "next-intl";
import { DateTime } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import type { CountedUpTo } from "@/lib/areas/reports/owed-schemas";

/** So often figures are read again while later changes are being counted. */
const AGAIN_MS = 5_000;

/** Settings of a query whose figures may be those of the last count. */
export const FOLLOWS_COUNT = {
  refetchInterval: ({ state }: { state: { data?: { counted: CountedUpTo | null } | undefined } }) =>
    state.data?.counted ? AGAIN_MS : (false as const),
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
