"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ask } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { useInLanguage, useNameOf } from "@/components/kit/use-language";
import { Card } from "@/components/ui/card";
import { Figure, Money } from "@/components/ui/format";
import { Skeleton } from "@/components/ui/states";
import { figureColumn, moneyColumn, pointsColumn, Table } from "@/components/ui/table";
import { reports as api } from "@/lib/areas/reports/contract";
import type { OffersReport, ReportScopeQuery } from "@/lib/areas/reports/schemas";
import { decimalsOf } from "@/lib/platform/currency";

type Promotion = OffersReport["promotions"][number];
type Coupon = OffersReport["coupons"][number];

/** Points of promotions beside their budgets, and the coupons that were given and used. */
export function OffersCards({ asked }: { asked: ReportScopeQuery }) {
  const query = useQuery(ask(api.offers, { query: asked }, { placeholderData: keepPreviousData }));
  return (
    <QueryState query={query} loading={<Skeleton className="h-64 rounded-2xl" />}>
      {(report) => (
        <>
          <Promotions report={report} />
          <Coupons report={report} />
        </>
      )}
    </QueryState>
  );
}

function Promotions({ report: { promotions, currency } }: { report: OffersReport }) {
  const t = useTranslations("reports.offers");
  const nameOf = useNameOf();
  return (
    <Card title={t("promotions")}>
      {promotions.length === 0 && <p className="text-ink-soft">{t("noPromotions")}</p>}
      {promotions.length > 0 && (
        <Table<Promotion>
          label={t("promotions")}
          rows={promotions}
          rowKey={({ id }) => id}
          columns={[
            { id: "name", header: t("promotion"), cell: (promotion) => <bdi>{nameOf(promotion)}</bdi> },
            figureColumn("uses", t("uses"), ({ uses }) => uses),
            pointsColumn("points", t("points"), ({ points }) => points),
            moneyColumn("value", t("value"), ({ value }) => value, currency),
            {
              id: "budget",
              header: t("budget"),
              isNumeric: true,
              cell: ({ budget, spent }) =>
                budget === null ? (
                  t("noBudget")
                ) : (
                  <span>
                    {spent !== null && (
                      <>
                        <Figure value={spent} /> /{" "}
                      </>
                    )}
                    <Figure value={budget} />
                  </span>
                ),
            },
            {
              id: "branches",
              header: t("branches"),
              cell: ({ branches }) => (
                <ByBranch rows={branches.map(({ branch, points }) => ({ branch, count: points }))} />
              ),
            },
          ]}
        />
      )}
    </Card>
  );
}

function Coupons({ report: { coupons, currency } }: { report: OffersReport }) {
  const t = useTranslations("reports.offers");
  const inLanguage = useInLanguage();
  return (
    <Card title={t("coupons")}>
      {coupons.length === 0 && <p className="text-ink-soft">{t("noCoupons")}</p>}
      {coupons.length > 0 && (
        <Table<Coupon>
          label={t("coupons")}
          rows={coupons}
          rowKey={({ id }) => id}
          columns={[
            {
              id: "name",
              header: t("coupon"),
              cell: ({ titleEn, titleAr }) => <bdi>{inLanguage({ en: titleEn, ar: titleAr })}</bdi>,
            },
            figureColumn("given", t("given"), ({ given }) => given),
            figureColumn("used", t("used"), ({ used }) => used),
            {
              id: "value",
              header: t("off"),
              isNumeric: true,
              cell: ({ value }) =>
                value === null ? (
                  t("byBill")
                ) : (
                  <Money value={value} currency={currency} decimals={decimalsOf(currency)} />
                ),
            },
            {
              id: "branches",
              header: t("branches"),
              cell: ({ branches }) => (
                <ByBranch rows={branches.map(({ branch, used }) => ({ branch, count: used }))} />
              ),
            },
          ]}
        />
      )}
    </Card>
  );
}

function ByBranch({
  rows,
}: {
  rows: readonly { branch: Promotion["branches"][number]["branch"]; count: number }[];
}) {
  const t = useTranslations("reports");
  const nameOf = useNameOf();
  return (
    <ul className="text-sm">
      {rows.map(({ branch, count }) => (
        <li key={branch?.id ?? 0}>
          <bdi>{branch === null ? t("noBranch") : nameOf(branch)}</bdi>: <Figure value={count} />
        </li>
      ))}
    </ul>
  );
}
