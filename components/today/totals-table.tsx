import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Figure, Money, Points } from "@/components/ui/format";
import type { KindTotal } from "@/lib/areas/shifts/schemas";
import { inDailyOrder, netPoints, useTotalName } from "./kinds";

export interface TotalsGroup {
  id: string | number;
  /** Owner of the totals; none where the table is of one alone. */
  title?: ReactNode;
  kinds: readonly KindTotal[];
  /** Adds what the totals come to. */
  hasNet?: boolean;
}

const NUMBER = "figures ps-3 py-1 text-end align-baseline";

/** Entries, points and value by kind, for one or for several; narrow enough for a column of the page or a roll of paper. */
export function TotalsTable({ label, groups }: { label: string; groups: readonly TotalsGroup[] }) {
  const t = useTranslations("today");
  const nameOf = useTotalName();
  return (
    <table aria-label={label} className="w-full border-collapse text-start">
      <thead>
        <tr className="border-line border-b text-ink-soft text-sm print:text-[0.9em]">
          <th scope="col" className="py-1.5 text-start font-medium">
            {t("kind")}
          </th>
          <th scope="col" className="py-1.5 ps-3 text-end font-medium whitespace-nowrap">
            {t("countColumn")}
          </th>
          <th scope="col" className="py-1.5 ps-3 text-end font-medium whitespace-nowrap">
            {t("pointsColumn")}
          </th>
          <th scope="col" className="py-1.5 ps-3 text-end font-medium whitespace-nowrap">
            {t("valueColumn")}
          </th>
        </tr>
      </thead>
      {groups.map(({ id, title, kinds, hasNet }) => (
        <tbody key={id} className="break-inside-avoid">
          {title && (
            <tr>
              <th scope="rowgroup" colSpan={4} className="pt-3 pb-1 text-start font-semibold">
                {title}
              </th>
            </tr>
          )}
          {kinds.length === 0 && (
            <tr>
              <td colSpan={4} className="py-1 text-ink-soft">
                {t("noneYet")}
              </td>
            </tr>
          )}
          {inDailyOrder(kinds).map((total) => (
            <tr key={`${total.logTypeId} ${total.cancelledLogTypeId}`}>
              <th scope="row" className="py-1 text-start align-baseline font-normal">
                {nameOf(total)}
              </th>
              <td className={NUMBER}>
                <Figure value={total.entries} />
              </td>
              <td className={NUMBER}>
                <Points value={total.points} isBare />
              </td>
              <td className={NUMBER}>
                <Money value={total.value} />
              </td>
            </tr>
          ))}
          {hasNet && kinds.length > 0 && (
            <tr className="border-line border-t font-semibold">
              <th scope="row" colSpan={2} className="py-1 text-start align-baseline font-semibold">
                {t("net")}
              </th>
              <td className={NUMBER}>
                <Points value={netPoints(kinds)} isSigned isBare />
              </td>
              <td />
            </tr>
          )}
        </tbody>
      ))}
    </table>
  );
}
