"use client";

import { Gift, Receipt, ShoppingBag, UsersRound } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useDayName } from "@/components/kit/use-day-name";
import { LinkButton } from "@/components/shell/link-button";
import { Difference } from "@/components/today/difference";
import { Figure, Money, useMoneyText } from "@/components/ui/format";
import type { Home, HomeFigures } from "@/lib/areas/home/schemas";
import { Sparkline } from "./sparkline";

const ICONS = { rewards: Gift, redemptions: ShoppingBag, value: Receipt, customers: UsersRound } as const;
const KEYS = ["rewards", "redemptions", "value", "customers"] as const satisfies (keyof HomeFigures)[];

/** Today beside the same weekday a week ago, each figure with the fourteen days that led to it. */
export function DayFigures({ home: { now, before, days } }: { home: Home }) {
  const t = useTranslations("home");
  const format = useFormatter();
  const dayNameOf = useDayName();
  const money = useMoneyText();
  const day = dayNameOf(before.day, { hasYear: false });
  const time = format.dateTime(new Date(before.until), { hour: "numeric", minute: "2-digit" });
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <h2 className="font-semibold text-lg">{t("todayTitle")}</h2>
          <p className="text-ink-soft text-sm">
            {before.isWholeDay ? t("comparedWhole", { day }) : t("comparedUntil", { day, time })}
          </p>
        </div>
        <LinkButton href="/reports" size="small">
          {t("toReports")}
        </LinkButton>
      </div>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 min-[23rem]:grid-cols-[repeat(2,minmax(0,1fr))] sm:gap-4 xl:grid-cols-[repeat(4,minmax(0,1fr))]">
        {KEYS.map((key) => {
          const Icon = ICONS[key];
          const values = days.map((one) => one[key]);
          const textOf = (value: number) => (key === "value" ? money(value) : format.number(value));
          return (
            <li key={key} className="rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-5">
              <h3 className="flex items-center gap-2 font-medium text-ink-soft">
                <Icon aria-hidden className="size-4.5 shrink-0" />
                {t(`figures.${key}`)}
              </h3>
              <p className="mt-2 font-semibold text-lg sm:text-2xl">
                {key === "value" ? <Money value={now[key]} /> : <Figure value={now[key]} />}
              </p>
              <Difference now={now[key]} before={before[key]} />
              <Sparkline
                values={values}
                label={t("spark", {
                  low: textOf(Math.min(...values)),
                  high: textOf(Math.max(...values)),
                  now: textOf(now[key]),
                })}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
