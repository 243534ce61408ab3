"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ask } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { Status } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Day, Money } from "@/components/ui/format";
import { Skeleton } from "@/components/ui/states";
import { type Column, figureColumn, moneyColumn, pointsColumn, Table } from "@/components/ui/table";
import { reports as api } from "@/lib/areas/reports/contract";
import type { OutstandingPoints } from "@/lib/areas/reports/owed-schemas";
import type { ReportQuery } from "@/lib/areas/reports/schemas";
import { sumOfSigned } from "@/lib/platform/money";
import { ChartFrame, FileLink } from "./chart-frame";
import { CountedNotice, FOLLOWS_COUNT } from "./counted-notice";
import { useMonthName } from "./day-name";
import { entriesAddress } from "./entries-address";
import { EntriesLink } from "./entries-link";
import { reportFileAddress } from "./file-address";
import { OwedHead } from "./owed-head";
import { PrintedScope } from "./report-print";
import { RollForwardCard } from "./roll-forward-card";
import { SettlementCard } from "./settlement-card";

type Part = OutstandingPoints["parts"][number];

/**
 * Points owed to customers: their changes in chosen days, and all that is owed at the end of them. The days and the merchant are those of the address,
 * which the other reports have too.
 */
export function OwedPart({
  query: { from, to, merchantId, of },
  change,
}: {
  query: ReportQuery;
  change: (changes: ReportQuery) => void;
}) {
  const ownId = useMe().merchant?.id;
  const whose = merchantId ?? (of === "programme" ? undefined : ownId);
  const asked = { from: from ?? (to && `${to.slice(0, 8)}01`), to, merchantId: whose };
  const movements = useQuery(ask(api.rollForward, { query: asked }, KEPT));
  const query = useQuery(ask(api.outstanding, { query: { day: to } }, KEPT));
  return (
    <div className={STACK}>
      <QueryState query={movements} loading={<OwedWaiting />}>
        {(report) => (
          <>
            <PrintedScope range={report.range} query={{ merchantId: whose }} hasBranches={false} />
            <OwedHead report={report} whose={whose} change={change} />
            <div aria-busy={movements.isPlaceholderData} className={BUSY}>
              <RollForwardCard report={report} asked={asked} />
            </div>
            <SettlementCard asked={asked} />
          </>
        )}
      </QueryState>
      <QueryState query={query} loading={<OwedWaiting />}>
        {(owed) => (
          <div aria-busy={query.isPlaceholderData} className={`${STACK} ${BUSY}`}>
            {owed.isWhole && <Owed owed={owed} to={to} />}
            <Coupons owed={owed} />
            {owed.isWhole && <Merchants owed={owed} />}
          </div>
        )}
      </QueryState>
    </div>
  );
}

/** All that customers hold, by its state and by its months. */
function Owed({ owed, to }: { owed: OutstandingPoints; to: string | undefined }) {
  const t = useTranslations("reports.owed");
  const tReports = useTranslations("reports");
  return (
    <>
      <Card
        title={
          <span className="inline-flex flex-wrap gap-x-2">
            {t(owed.isNow ? "headingNow" : "headingPast")} <Day value={owed.day} />
          </span>
        }
        description={t("lead")}
        actions={<FileLink address={reportFileAddress("outstanding", { day: to })} title={t("title")} />}
      >
        <div className="grid gap-4">
          <CountedNotice counted={owed.counted} />
          <div>
            <Proof owed={owed} />
          </div>
          <States owed={owed} />
          <p className="text-ink-soft text-sm">{tReports("numbers")}</p>
        </div>
      </Card>
      <Months owed={owed} />
    </>
  );
}

const KEPT = { staleTime: 60_000, placeholderData: keepPreviousData, ...FOLLOWS_COUNT };
const STACK = "grid grid-cols-[minmax(0,1fr)] gap-6";
const BUSY = "transition-opacity aria-busy:opacity-60";

/** Stands in the place of figures that are being read. */
function OwedWaiting() {
  const t = useTranslations("reports.owed");
  return (
    <div role="status" className="grid gap-3">
      <p className="text-ink-soft text-sm">{t("reading")}</p>
      <Skeleton className="h-96 rounded-2xl" />
    </div>
  );
}

function Proof({ owed: { proof } }: { owed: OutstandingPoints }) {
  const t = useTranslations("reports.outstanding");
  return proof.isEqual ? (
    <Status tone="success">{t("tiesOut")}</Status>
  ) : (
    <Status tone="danger">
      {t("doesNotTieOut", { lots: proof.lots, balances: proof.balances, log: proof.log })}
    </Status>
  );
}

interface Row {
  id: string;
  name: string;
  points: number;
  value: number;
  isSum?: boolean;
}

const columnsOf = (
  t: (name: "points" | "value") => string,
  first: string,
  currency: string,
): Column<Row>[] => [
  {
    id: "name",
    header: first,
    cell: ({ name, isSum }) => (isSum ? <strong>{name}</strong> : name),
  },
  pointsColumn("points", t("points"), ({ points }) => points),
  moneyColumn("value", t("value"), ({ value }) => value, currency),
];

const STATES = ["spendable", "not_joined", "stopped", "pending", "held", "by_hand", "debt"] as const;

/** By whether the points can be spent: at once, later, or by nobody for now. */
function States({ owed: { parts, points, value, currency } }: { owed: OutstandingPoints }) {
  const t = useTranslations("reports.owed");
  const rows = STATES.flatMap((state): Row[] => {
    const own = parts.filter((part) => part.state === state);
    if (own.length === 0) return [];
    return [
      {
        id: state,
        name: t(`states.${state}`),
        points: own.reduce((sum, part) => sum + part.points, 0),
        value: sumOfSigned(own.map((part) => part.value)),
      },
    ];
  });
  return (
    <Table<Row>
      label={t("title")}
      rows={[...rows, { id: "sum", name: t("together"), points, value, isSum: true }]}
      rowKey={({ id }) => id}
      columns={columnsOf(t, t("state"), currency)}
    />
  );
}

/** Points at hand lapse, whether or not their customers can spend them. */
const LAPSING: ReadonlySet<Part["state"]> = new Set(["spendable", "not_joined", "stopped"]);

/** Points at hand by month of expiry, of all customers together. */
function byMonth(parts: readonly Part[]): Part[] {
  const months = new Map<string, Part>();
  for (const part of parts) {
    const state = LAPSING.has(part.state) ? "spendable" : part.state;
    const key = `${state} ${part.month} ${part.isLapsed}`;
    const known = months.get(key);
    months.set(key, {
      ...part,
      state,
      points: (known?.points ?? 0) + part.points,
      value: sumOfSigned([known?.value ?? 0, part.value]),
      wallets: (known?.wallets ?? 0) + part.wallets,
    });
  }
  const placeOf = ({ state, month }: Part) => `${state === "pending" ? 1 : 0} ${month ?? "never"}`;
  return [...months.values()].sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
}

/** Points at hand by the month in which they lapse, then those that ripen by the month in which they do. */
function Months({ owed: { parts, currency, isNow } }: { owed: OutstandingPoints }) {
  const t = useTranslations("reports");
  const monthName = useMonthName();
  const months = byMonth(parts.filter(({ state }) => LAPSING.has(state) || state === "pending"));
  const nameOf = ({ month, isLapsed, state }: Part) => {
    if (month === null) return t("outstanding.never");
    if (state === "pending") return t("liability.ripensIn", { month: monthName(month) });
    return isLapsed ? t("outstanding.lapsed", { month: monthName(month) }) : monthName(month);
  };
  // The transactions behind a month are known by the lots, which stand as they are now.
  const hrefOf = ({ month, state }: Part) =>
    isNow && state === "spendable" ? entriesAddress({ expires: month?.slice(0, 7) ?? "never" }) : undefined;
  const title = t("outstanding.title");
  return (
    <ChartFrame
      title={title}
      nothing={t("outstanding.nothing")}
      bars={{
        label: title,
        series: [{ name: t("outstanding.points"), colour: "accent" }],
        points: months.map((part) => ({ name: nameOf(part), values: [part.points] })),
        hrefOf: (place) => {
          const part = months[place];
          return part && hrefOf(part);
        },
      }}
      table={
        <Table<Part>
          label={title}
          rows={months}
          rowKey={({ state, month, isLapsed }) => `${state} ${month} ${isLapsed}`}
          columns={[
            {
              id: "month",
              header: t("outstanding.month"),
              cell: (part) => {
                const href = hrefOf(part);
                return href === undefined ? (
                  nameOf(part)
                ) : (
                  <EntriesLink href={href}>{nameOf(part)}</EntriesLink>
                );
              },
            },
            pointsColumn("points", t("outstanding.points"), ({ points }) => points),
            moneyColumn("value", t("outstanding.value"), ({ value }) => value, currency),
            figureColumn("wallets", t("outstanding.wallets"), ({ wallets }) => wallets),
          ]}
        />
      }
    />
  );
}

type CouponRow = Omit<OutstandingPoints["coupons"][number], "kind"> & {
  /** Null: of the sum. */
  kind: OutstandingPoints["coupons"][number]["kind"] | null;
  name: string;
};

/** Coupons that customers can still use, and the most that they take off. */
function Coupons({ owed: { coupons, currency } }: { owed: OutstandingPoints }) {
  const t = useTranslations("reports.owed.coupons");
  const nameOf = useNameOf();
  const rows = coupons.map((row): CouponRow => ({ ...row, name: nameOf(row.kind) }));
  const worths = coupons.flatMap(({ worth }) => worth ?? []);
  const sum: CouponRow = {
    kind: null,
    name: t("together"),
    coupons: coupons.reduce((total, row) => total + row.coupons, 0),
    worth: worths.length < coupons.length ? null : worths.reduce((total, worth) => total + worth, 0),
  };
  return (
    <Card title={t("title")} description={t("lead")}>
      {coupons.length === 0 ? (
        <p>{t("nothing")}</p>
      ) : (
        <Table<CouponRow>
          label={t("title")}
          rows={[...rows, sum]}
          rowKey={({ kind }) => (kind === null ? "sum" : String(kind.id))}
          columns={[
            {
              id: "kind",
              header: t("kind"),
              cell: ({ name, kind }) => (kind === null ? <strong>{name}</strong> : name),
            },
            figureColumn("count", t("count"), ({ coupons: count }) => count),
            {
              id: "worth",
              header: t("worth"),
              isNumeric: true,
              cell: ({ worth }) =>
                worth === null ? t("unlimited") : <Money value={worth} currency={currency} />,
            },
          ]}
        />
      )}
    </Card>
  );
}

/** Points are spent anywhere, so what one merchant gave and took is its share of what is owed. */
function Merchants({ owed: { merchants, revalued, points, value, currency } }: { owed: OutstandingPoints }) {
  const t = useTranslations("reports.owed");
  const nameOf = useNameOf();
  const rows = merchants.map(({ merchant, ...share }): Row => {
    if (merchant === null) return { id: "none", name: t("noMerchant"), ...share };
    return { id: String(merchant.id), name: nameOf(merchant), ...share };
  });
  return (
    <Card title={t("byMerchant")} description={t("byMerchantLead")}>
      <Table<Row>
        label={t("byMerchant")}
        rows={[
          ...rows,
          ...(revalued === 0 ? [] : [{ id: "revalued", name: t("revalued"), points: 0, value: revalued }]),
          { id: "sum", name: t("inProgramme"), points, value, isSum: true },
        ]}
        rowKey={({ id }) => id}
        columns={columnsOf(t, t("merchant"), currency)}
      />
    </Card>
  );
}
