"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { ask } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { useNameOf } from "@/components/kit/use-language";
import { Card } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import { Figure } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/states";
import { type Column, pointsColumn, Table } from "@/components/ui/table";
import { useFormatter } from "@/components/ui/use-formatter";
import { reports as api } from "@/lib/areas/reports/contract";
import type { ReportDetails, ReportEntriesQuery } from "@/lib/areas/reports/schemas";
import { BarList } from "./bar-list";
import { PictureFrame } from "./chart-frame";
import { fifthOf } from "./cut-axis";
import { useDayName } from "./day-name";
import { rangeOfSlot, slotsOf } from "./day-ranges";
import { entriesAddress } from "./entries-address";
import { EntriesLink } from "./entries-link";
import { type Asked, BOTH, Hours, KIND_NAMES, KINDS, type Kind, SHADES } from "./hours-card";

/** At which hours customers come, of which tier they are, and who comes back. */
export function DetailsCards({ asked }: { asked: Asked }) {
  const t = useTranslations("reports");
  const query = useQuery(
    ask(
      api.details,
      { query: asked },
      {
        placeholderData: keepPreviousData,
        follows: ({ data }) => (data?.behind ? 5 : 60),
      },
    ),
  );
  return (
    <QueryState query={query} loading={<Skeleton className="h-96 rounded-2xl" />}>
      {(details) => (
        <div
          aria-busy={query.isPlaceholderData}
          className="grid grid-cols-[minmax(0,1fr)] gap-6 transition-opacity aria-busy:opacity-60"
        >
          {details.behind > 0 && <Notice kind="info">{t("detailsBehind", { count: details.behind })}</Notice>}
          <Hours hours={details.hours} asked={asked} />
          <Tiers tiers={details.tiers} asked={asked} />
          <Cohorts cohorts={details.cohorts} asked={asked} />
        </div>
      )}
    </QueryState>
  );
}

type Tier = ReportDetails["tiers"][number];

function Tiers({ tiers, asked }: { tiers: ReportDetails["tiers"]; asked: Asked }) {
  const t = useTranslations("reports");
  const nameOf = useNameOf();
  const of = ({ kinds }: Tier, kind: Kind) => kinds.find(({ logTypeId }) => logTypeId === KINDS[kind]);
  const hrefOf = ({ tier }: Tier, kind?: Kind) => {
    const kinds = kind === undefined ? BOTH : String(KINDS[kind]);
    return entriesAddress({ ...asked, tierId: tier.id, kinds } satisfies ReportEntriesQuery);
  };
  const column = (kind: Kind, sum: "points" | "entries"): Column<Tier> =>
    pointsColumn(`${kind} ${sum}`, t(`tiers.${kind}_${sum}`), (tier) => of(tier, kind)?.[sum] ?? 0);
  return (
    <PictureFrame
      title={t("tiers.title")}
      description={t("tiers.description")}
      nothing={t("nothing")}
      picture={
        tiers.length === 0 ? null : (
          <BarList
            hasBefore={false}
            series={[
              { name: t("measures.issued"), colour: "accent" },
              { name: t("measures.redeemed"), colour: "warning" },
            ]}
            rows={tiers.map((found) => ({
              key: found.tier.id,
              text: nameOf(found.tier),
              bars: KIND_NAMES.map((kind) => ({
                value: of(found, kind)?.points ?? 0,
                before: null,
                href: hrefOf(found, kind),
              })),
            }))}
          />
        )
      }
      table={
        <Table<Tier>
          label={t("tiers.title")}
          rows={tiers}
          rowKey={({ tier }) => tier.id}
          columns={[
            {
              id: "tier",
              header: t("tiers.tier"),
              cell: (found) => (
                <EntriesLink href={hrefOf(found)}>
                  <bdi>{nameOf(found.tier)}</bdi>
                </EntriesLink>
              ),
            },
            column("reward", "points"),
            column("reward", "entries"),
            column("redemption", "points"),
            column("redemption", "entries"),
          ]}
        />
      }
    />
  );
}

function Cohorts({ cohorts, asked }: { cohorts: ReportDetails["cohorts"]; asked: Asked }) {
  const t = useTranslations("reports.cohorts");
  const rows = cohortRows(cohorts, asked.to);
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
          <CohortTable rows={rows} asked={asked} />
        </section>
      )}
    </Card>
  );
}

function CohortTable({ rows, asked }: { rows: ReturnType<typeof cohortRows>; asked: Asked }) {
  const t = useTranslations("reports.cohorts");
  const nameOf = useDayName("month");
  const format = useFormatter();
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
    <table aria-label={t("title")} className="w-max border-separate border-spacing-0.5 text-center text-sm">
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
                  <Link href={hrefOf(firstMonth, month)} prefetch={false} className="block hover:underline">
                    {percent(share)}
                  </Link>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The customers who first came in a month, and what part of them came in that and each later one. */
interface CohortRow {
  firstMonth: string;
  customers: number;
  /** From the first month to that of the range's last day; share from 0 to 1. */
  months: { month: string; wallets: number; share: number }[];
}

/** The cohorts row by row, months in which nobody came back included; the oldest first. Pure. */
export function cohortRows(cohorts: ReportDetails["cohorts"], lastDay: string): CohortRow[] {
  const firsts = [...new Set(cohorts.map(({ firstMonth }) => firstMonth))].sort();
  return firsts.flatMap((firstMonth) => {
    const of = new Map(
      cohorts.filter((sum) => sum.firstMonth === firstMonth).map(({ month, wallets }) => [month, wallets]),
    );
    const customers = of.get(firstMonth) ?? 0;
    if (customers === 0) return [];
    const months = slotsOf({ from: firstMonth, to: lastDay }, "month").map((month) => {
      const wallets = of.get(month) ?? 0;
      return { month, wallets, share: wallets / customers };
    });
    return [{ firstMonth, customers, months }];
  });
}
