"use client";

import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import { Figure } from "@/components/ui/format";
import type { ReportDetails } from "@/lib/areas/reports/schemas";
import { cohortRows } from "./cohorts";
import { fifthOf } from "./cut-axis";
import { useDayName } from "./day-name";
import { entriesAddress } from "./entries-address";
import { EntriesLink } from "./entries-link";
import { type Asked, BOTH, SHADES } from "./hours-card";
import { rangeOfSlot } from "./slots";

export function Cohorts({ cohorts, asked }: { cohorts: ReportDetails["cohorts"]; asked: Asked }) {
  const t = useTranslations("reports.cohorts");
  const nameOf = useDayName("month");
  const format = useFormatter();
  const rows = cohortRows(cohorts, asked.to);
  const later = rows.flatMap(({ months }) => months.slice(1).map(({ share }) => share));
  const percent = (share: number) => format.number(share, { style: "percent", maximumFractionDigits: 0 });
  const columns = Math.max(0, ...rows.map(({ months }) => months.length));
  /** Link to the acts of a month's customers in another month; at all branches. */
  const hrefOf = (firstMonth: string, month: string) =>
    entriesAddress({
      ...rangeOfSlot(month, { from: month, to: asked.to }, "month"),
      merchantId: asked.merchantId,
      since: firstMonth.slice(0, 7),
      kinds: BOTH,
    });
  return (
    <Card
      title={t("title")}
      description={asked.branchId === undefined ? t("description") : t("wholeMerchant")}
      className="print:break-inside-avoid print:shadow-none"
    >
      {rows.length === 0 ? (
        <p className="text-ink-soft">{t("nothing")}</p>
      ) : (
        // A picture of twelve months is wider than a phone: it is moved by itself, and by the keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled must be reachable by the keyboard.
        <section aria-label={t("title")} tabIndex={0} className="overflow-x-auto">
          <table
            aria-label={t("title")}
            className="w-max border-separate border-spacing-0.5 text-center text-sm"
          >
            <thead>
              <tr>
                <th scope="col" className="whitespace-nowrap px-2 py-1 text-start font-medium text-ink-soft">
                  {t("firstMonth")}
                </th>
                <th scope="col" className="whitespace-nowrap px-2 py-1 text-end font-medium text-ink-soft">
                  {t("customers")}
                </th>
                {Array.from({ length: Math.max(0, columns - 1) }, (_, place) => place + 1).map((place) => (
                  <th
                    key={place}
                    scope="col"
                    className="w-18 whitespace-normal px-1 py-1 font-medium text-ink-soft"
                  >
                    {t("after", { count: place })}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ firstMonth, customers, months }) => (
                <tr key={firstMonth}>
                  <th scope="row" className="whitespace-nowrap px-2 text-start font-normal">
                    {nameOf(firstMonth)}
                  </th>
                  <td className="px-2 text-end">
                    <EntriesLink href={hrefOf(firstMonth, firstMonth)}>
                      <Figure value={customers} />
                    </EntriesLink>
                  </td>
                  {months.slice(1).map(({ month, wallets, share }) => (
                    <td
                      key={month}
                      title={t("cell", { month: nameOf(month), count: wallets })}
                      className={cx("figures rounded-sm py-1", SHADES[fifthOf(share, later)])}
                    >
                      {wallets === 0 ? (
                        percent(share)
                      ) : (
                        <Link
                          href={hrefOf(firstMonth, month)}
                          prefetch={false}
                          className="block hover:underline"
                        >
                          {percent(share)}
                        </Link>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  );
}
