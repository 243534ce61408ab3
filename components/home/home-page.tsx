"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheckBig } from "lucide-react";
import { useTranslations } from "next-intl";
import { OwnAnswers } from "@/components/adjustments/own-answers";
import { FirstHourCard } from "@/components/first-hour/first-hour-card";
import { ask, may } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { useDayName } from "@/components/kit/use-day-name";
import { useMe } from "@/components/kit/use-me";
import { useRunCommand } from "@/components/shell/commands";
import { LinkButton } from "@/components/shell/link-button";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/states";
import { firstHour } from "@/lib/areas/firsthour/contract";
import { home as api } from "@/lib/areas/home/contract";
import { menuFor } from "@/lib/portal/commands";
import { mayOpen } from "@/lib/portal/may-open";
import { DayFigures } from "./day-figures";
import { FirstStepsCard } from "./first-steps";
import { LastActs, LastEntries } from "./last-done";
import { NeedCard } from "./need-card";

/** Needs and figures change while the page is open. */
const HOME_POLL_MS = 60_000;

/** Where those begin who have a desk: what needs them now, how the day goes beside a week ago, and what was done last. */
export function HomePage() {
  const t = useTranslations();
  const dayNameOf = useDayName();
  const { user } = useMe();
  const query = useQuery(ask(api.read, {}, { refetchOnWindowFocus: true, refetchInterval: HOME_POLL_MS }));
  const { data } = query;
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
            {home.acts === null ? <LastEntries entries={home.entries} /> : <LastActs acts={home.acts} />}
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
