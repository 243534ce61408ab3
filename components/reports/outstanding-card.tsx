"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { ask } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { Status } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import { Figure, Money, Points } from "@/components/ui/format";
import { Skeleton } from "@/components/ui/states";
import { Table } from "@/components/ui/table";
import { reports as api } from "@/lib/areas/reports/contract";
import type { OutstandingPoints } from "@/lib/areas/reports/schemas";
import { sumOfUnits } from "@/lib/platform/money";
import { ChartFrame } from "./chart-frame";
import { entriesAddress } from "./entries-address";
import { EntriesLink } from "./entries-link";
import { reportFileAddress } from "./file-address";

type Month = OutstandingPoints["months"][number];

const hrefOf = ({ month }: Month) => entriesAddress({ expires: month?.slice(0, 7) ?? "never" });

/** What customers hold, by when it lapses, and the proof that it is the truth. */
export function OutstandingCard() {
  const t = useTranslations("reports.outstanding");
  const query = useQuery(ask(api.outstanding, {}, { staleTime: 60_000 }));
  if (query.data)
    return (
      <>
        <Outstanding outstanding={query.data} />
        <LiabilityCard outstanding={query.data} />
      </>
    );
  return (
    <Card title={t("title")}>
      <QueryState query={query} loading={<Skeleton className="h-96 w-full" />}>
        {() => null}
      </QueryState>
    </Card>
  );
}

function Outstanding({ outstanding }: { outstanding: OutstandingPoints }) {
  const t = useTranslations("reports.outstanding");
  const nameOf = useMonthName();
  const { months, points, value, currency, proof, debt, suspended, wallets } = outstanding;
  return (
    <ChartFrame
      title={t("title")}
      description={
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
          <span className="font-medium text-ink">
            <Points value={points} /> · <Money value={value} currency={currency} />
          </span>
          <span>{t("heldBy", { count: wallets })}</span>
          {debt > 0 && <span>{t("debt", { count: debt })}</span>}
          {suspended > 0 && <span>{t("suspended", { count: suspended })}</span>}
          {proof.isEqual ? (
            <Status tone="success">{t("tiesOut")}</Status>
          ) : (
            <Status tone="danger">
              {t("doesNotTieOut", { lots: proof.lots, balances: proof.balances, log: proof.log })}
            </Status>
          )}
        </span>
      }
      fileAddress={reportFileAddress("outstanding", {})}
      nothing={t("nothing")}
      bars={{
        label: t("title"),
        series: [{ name: t("points"), colour: "accent" }],
        points: months.map((month) => ({ name: nameOf(month), values: [month.points] })),
        hrefOf: (place) => {
          const month = months[place];
          return month && hrefOf(month);
        },
      }}
      table={
        <Table<Month>
          label={t("title")}
          rows={months}
          rowKey={({ month, isLapsed }) => `${month} ${isLapsed}`}
          columns={[
            {
              id: "month",
              header: t("month"),
              cell: (month) => <EntriesLink href={hrefOf(month)}>{nameOf(month)}</EntriesLink>,
            },
            {
              id: "points",
              header: t("points"),
              isNumeric: true,
              cell: ({ points }) => <Points value={points} isBare />,
            },
            {
              id: "value",
              header: t("value"),
              isNumeric: true,
              cell: ({ value }) => <Money value={value} currency={currency} />,
            },
            {
              id: "wallets",
              header: t("wallets"),
              isNumeric: true,
              cell: ({ wallets }) => <Figure value={wallets} />,
            },
          ]}
        />
      }
    />
  );
}

interface Liability {
  id: string;
  name: string;
  points: number;
  value: number;
  isPart?: boolean;
}

/** What is owed to customers by whether it can be spent: at once, later and when, or by nobody for now. */
function LiabilityCard({
  outstanding: { aside, points, value, currency },
}: {
  outstanding: OutstandingPoints;
}) {
  const t = useTranslations("reports.liability");
  const format = useFormatter();
  const total = (state: OutstandingPoints["aside"][number]["state"]) => {
    const parts = aside.filter((part) => part.state === state);
    return {
      points: parts.reduce((sum, part) => sum + part.points, 0),
      value: sumOfUnits(parts.map((part) => part.value)),
    };
  };
  const months = aside.flatMap((part): Liability[] =>
    part.month === null
      ? []
      : [
          {
            id: part.month,
            name: t("ripensIn", {
              month: format.dateTime(new Date(`${part.month}T00:00:00Z`), {
                month: "long",
                year: "numeric",
                timeZone: "UTC",
              }),
            }),
            points: part.points,
            value: part.value,
            isPart: true,
          },
        ],
  );
  const rows: Liability[] = [
    { id: "spendable", name: t("spendable"), points, value },
    { id: "pending", name: t("pending"), ...total("pending") },
    ...months,
    { id: "held", name: t("held"), ...total("held") },
    { id: "by_hand", name: t("by_hand"), ...total("by_hand") },
  ];
  return (
    <Card title={t("title")} description={t("lead")}>
      <Table<Liability>
        label={t("title")}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            id: "state",
            header: t("state"),
            cell: ({ name, isPart }) => (
              <span className={cx(isPart && "ps-4 text-ink-soft text-sm")}>{name}</span>
            ),
          },
          {
            id: "points",
            header: t("points"),
            isNumeric: true,
            cell: ({ points: held }) => <Points value={held} isBare />,
          },
          {
            id: "value",
            header: t("value"),
            isNumeric: true,
            cell: ({ value: worth }) => <Money value={worth} currency={currency} />,
          },
        ]}
      />
    </Card>
  );
}

function useMonthName(): (month: Month) => string {
  const t = useTranslations("reports.outstanding");
  const format = useFormatter();
  return ({ month, isLapsed }) => {
    if (month === null) return t("never");
    const name = format.dateTime(new Date(`${month}T00:00:00Z`), {
      month: "short",
      year: "numeric",
      timeZone: "UTC",
    });
    return isLapsed ? t("lapsed", { month: name }) : name;
  };
}
