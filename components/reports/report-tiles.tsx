"use client";

import { ShieldCheck, TrendingDown, TrendingUp } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ActButton } from "@/components/kit/acts";
import { may } from "@/components/kit/may";
import { useMe } from "@/components/kit/use-me";
import { Status } from "@/components/ui/badge";
import { Figure, Money, Points } from "@/components/ui/format";
import { useFormatter } from "@/components/ui/use-formatter";
import { reports as api } from "@/lib/areas/reports/contract";
import type { KindSum, Report, ReportStanding } from "@/lib/areas/reports/schemas";
import { measured } from "@/lib/areas/reports/words";
import { useRangeName } from "./day-name";
import { COLUMNS } from "./report-table";

const TILES = ["issued", "redeemed", "refunded", "returned", "voidedTaken", "voidedGiven"] as const;

/** The range in a few large figures, beside what they were as many days before. */
export function ReportTiles({ report }: { report: Report }) {
  const t = useTranslations("reports");
  const rangeName = useRangeName();
  const { kinds, kindsBefore, compared, withoutMerchant, currency } = report;
  const everywhere: KindSum[] = [...kinds, ...(withoutMerchant ?? [])];
  return (
    <div className="grid gap-2">
      <dl className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {TILES.map((key) => {
          const sum = measured(kinds, ...COLUMNS[key]);
          const before = measured(kindsBefore, ...COLUMNS[key]);
          return (
            <Tile key={key} name={t(`tiles.${key}`)} figure={<Points value={sum.points} />}>
              <span>
                {t.rich("ofBills", { money: () => <Money value={sum.value} currency={currency} /> })}
              </span>
              <span aria-hidden>·</span>
              <span>{t("entries", { count: sum.entries })}</span>
              <Change now={sum.points} before={before.points} />
            </Tile>
          );
        })}
        <Tile name={t("tiles.expired")} figure={<Points value={measured(everywhere, "expired").points} />}>
          {withoutMerchant === null ? null : <span>{t("tiles.expiredNote")}</span>}
        </Tile>
        <Tile name={t("tiles.activeWallets")} figure={<Figure value={report.activeWallets} />}>
          <span>{t("tiles.activeWalletsNote")}</span>
        </Tile>
      </dl>
      {compared !== null && (
        <p className="text-ink-faint text-sm">{t("comparedWith", { days: rangeName(compared) })}</p>
      )}
    </div>
  );
}

function Tile({ name, figure, children }: { name: string; figure: ReactNode; children: ReactNode }) {
  return (
    <div className="rounded-2xl border border-line bg-surface p-5 shadow-card print:break-inside-avoid print:shadow-none">
      <dt className="text-ink-soft text-sm">{name}</dt>
      <dd className="mt-1 font-semibold text-2xl">{figure}</dd>
      <dd className="mt-1.5 flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft text-sm">
        {children}
      </dd>
    </div>
  );
}

const CHANGE_MAX = 10;

/** More or less than before, said in words as well as by an arrow. */
function Change({ now, before }: { now: number; before: number }) {
  const t = useTranslations("reports");
  const format = useFormatter();
  // Compared with next to nothing everything has grown beyond measure.
  if (before === 0 || now === before || now / before > CHANGE_MAX) return null;
  const Icon = now > before ? TrendingUp : TrendingDown;
  const change = format.number((now - before) / before, {
    style: "percent",
    maximumFractionDigits: 0,
    signDisplay: "exceptZero",
  });
  return (
    <span className="inline-flex items-center gap-1">
      <Icon aria-hidden className="size-4" />
      <bdi className="figures">{change}</bdi>
      <span className="sr-only">{t("thanBefore")}</span>
    </span>
  );
}

const DATE_TIME = { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" } as const;

/** Up to where the figures go, and that they were compared with the log. */
export function StandingLine({ standing }: { standing: ReportStanding }) {
  const t = useTranslations("reports.standing");
  const format = useFormatter();
  const { user } = useMe();
  const { behind, lastEntryAt, entryId, lagSeconds } = standing;
  const when = (iso: string) => format.dateTime(new Date(iso), DATE_TIME);
  return (
    <div className="flex flex-wrap items-center gap-3 text-ink-soft text-sm">
      <Status tone={behind === 0 ? "success" : "warning"}>
        {behind === 0 ? t("upToDate") : t("behind", { count: behind })}
      </Status>
      {lastEntryAt !== null && <span>{t("upTo", { entry: String(entryId), when: when(lastEntryAt) })}</span>}
      {lagSeconds !== null && <span>{t("copy", { seconds: Math.ceil(lagSeconds) })}</span>}
      {standing.check !== null && (
        <Status tone={standing.check.findings === 0 ? "success" : "danger"}>
          {standing.check.findings === 0
            ? t("checked", { when: when(standing.check.at) })
            : t("differs", { count: standing.check.findings })}
        </Status>
      )}
      {may(user, api.check) && (
        <ActButton
          size="small"
          variant="quiet"
          className="print:hidden"
          icon={ShieldCheck}
          act={api.check}
          asked={{}}
          said={({ findings }) =>
            findings === 0 ? t("checkedNow") : { kind: "problem", title: t("differs", { count: findings }) }
          }
        >
          {t("checkNow")}
        </ActButton>
      )}
    </div>
  );
}
