"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheckBig, Gift, Receipt, ShoppingBag, UsersRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { OwnAnswers } from "@/components/adjustments/own-answers";
import { FirstHourCard } from "@/components/first-hour/first-hour-link";
import { ask } from "@/components/kit/contract";
import { may } from "@/components/kit/may";
import { QueryState } from "@/components/kit/query-state";
import { useDayName } from "@/components/kit/use-day-name";
import { useMe } from "@/components/kit/use-me";
import { useRunCommand } from "@/components/shell/commands";
import { PageHead } from "@/components/shell/page-head";
import { Difference } from "@/components/today/difference";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Figure, Money, useMoneyText } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/link-button";
import { Skeleton } from "@/components/ui/states";
import { useFormatter } from "@/components/ui/use-formatter";
import { firstHour } from "@/lib/areas/firsthour/contract";
import { home as api } from "@/lib/areas/home/contract";
import type { Home, HomeFigures } from "@/lib/areas/home/schemas";
import { SERVING_ROLES } from "@/lib/portal/acts/roles";
import { menuFor } from "@/lib/portal/commands";
import { mayOpen } from "@/lib/portal/may-open";
import { FirstStepsCard } from "./first-steps";
import { LastActs, LastEntries } from "./last-done";
import { NeedCard } from "./need-card";
import { ServiceCard } from "./service-card";

/** Needs and figures change while the page is open. */
const HOME_SECONDS = 60;

/** Where those begin who have a desk: what needs them now, how the day goes beside a week ago, and what was done last. */
export function HomePage() {
  const t = useTranslations();
  const dayNameOf = useDayName();
  const { user } = useMe();
  const query = useQuery(ask(api.read, {}, { refetchOnWindowFocus: true, follows: HOME_SECONDS }));
  const { data } = query;
  const serves = SERVING_ROLES.some((role) => role === user.role);
  return (
    <>
      <PageHead
        title={t("pages.home")}
        lead={data && dayNameOf(data.today)}
        actions={mayOpen(user, "/today") && <LinkButton href="/today">{t("pages.today")}</LinkButton>}
      />
      {may(user, firstHour.firstHour) && <FirstHourCard />}
      <QueryState query={query} loading={<HomeSkeleton />}>
        {(home) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
            {home.firstSteps && <FirstStepsCard steps={home.firstSteps} />}
            <section>
              <h2 className="mb-3 font-semibold text-lg">{t("home.needsTitle")}</h2>
              {home.needs.length === 0 ? (
                <Card>
                  <div className="flex items-center gap-4">
                    <CircleCheckBig aria-hidden className="size-9 shrink-0 text-success" />
                    <div>
                      <h3 className="font-semibold">{t("home.nothing")}</h3>
                      <p className="text-ink-soft">{t("home.nothingText")}</p>
                    </div>
                  </div>
                </Card>
              ) : (
                <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2 xl:grid-cols-3">
                  {home.needs.map((need) => (
                    <li key={need.kind}>
                      <NeedCard need={need} />
                    </li>
                  ))}
                </ul>
              )}
            </section>
            {home.firstSteps === null && <Begin />}
            <OwnAnswers answers={home.answers} />
            <DayFigures home={home} />
            {home.service && <ServiceCard service={home.service} readAt={home.readAt} />}
            {home.acts && <LastActs acts={home.acts} />}
            {home.acts === null && serves && <LastEntries entries={home.entries} />}
          </div>
        )}
      </QueryState>
    </>
  );
}

/** The reader's acts that lead to a form, without the way through a menu and a list. */
function Begin() {
  const t = useTranslations("commands.acts");
  const title = useTranslations("home")("begin");
  const run = useRunCommand();
  const acts = menuFor("begin", useMe().user);
  if (acts.length === 0) return null;
  return (
    <section>
      <h2 className="mb-3 font-semibold text-lg">{title}</h2>
      <ul className="flex flex-wrap gap-2">
        {acts.map(({ id, icon: Icon, ...act }) => (
          <li key={id}>
            {"path" in act ? (
              <LinkButton href={act.path} prefetch={false}>
                <Icon aria-hidden className="size-[1.15em] shrink-0" />
                {t(id)}
              </LinkButton>
            ) : (
              <Button icon={Icon} onPress={() => run(id)}>
                {t(id)}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function HomeSkeleton() {
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {["one", "two", "three"].map((place) => (
          <Skeleton key={place} className="h-48 rounded-2xl" />
        ))}
      </div>
      <Skeleton className="mt-8 h-40 rounded-2xl" />
    </>
  );
}

const ICONS = { rewards: Gift, redemptions: ShoppingBag, value: Receipt, customers: UsersRound } as const;
const KEYS = ["rewards", "redemptions", "value", "customers"] as const satisfies (keyof HomeFigures)[];

/** Today beside the same weekday a week ago, each figure with the fourteen days that led to it. */
function DayFigures({ home: { now, before, days } }: { home: Home }) {
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

const WIDTH = 140;
const HEIGHT = 36;
const GAP = 3;
/** A day without anything is seen as one. */
const LEAST = 1.5;

/** A bar for each day, the last of them today. `label` says what it shows; right-to-left pages read it from the right. */
function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const most = Math.max(...values, 1);
  const step = WIDTH / values.length;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="mt-3 block h-9 w-full rtl:-scale-x-100"
    >
      {values.map((value, place) => {
        const height = Math.max((value / most) * HEIGHT, LEAST);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place.
            key={place}
            x={place * step}
            y={HEIGHT - height}
            width={step - GAP}
            height={height}
            rx={1}
            className={place === values.length - 1 ? "fill-accent" : "fill-line-strong"}
          />
        );
      })}
    </svg>
  );
}
