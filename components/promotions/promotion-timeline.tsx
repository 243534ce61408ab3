"use client";

import { useNow, useTranslations } from "next-intl";
import { LastMoment } from "@/components/kit/last-moment";
import { useNameOf } from "@/components/kit/use-language";
import { Status } from "@/components/ui/badge";
import { cx } from "@/components/ui/cx";
import { DateTime } from "@/components/ui/format";
import { EmptyState } from "@/components/ui/states";
import { isolated } from "@/components/wallet/use-amounts";
import type { Promotion, Promotions } from "@/lib/areas/promotions/schemas";
import { addUp, meet } from "./meeting";
import { useRuleSentence } from "./use-rule-sentence";

const DAYS = 60;
const DAY_MS = 86_400_000;
const LEAST_SHARE = 0.01;

/** Promotions of the next days, and which of them meet. */
export function PromotionTimeline({ known }: { known: Promotions }) {
  const t = useTranslations("promotions.calendar");
  const from = useNow({ updateInterval: 60_000 }).getTime();
  const until = from + DAYS * DAY_MS;
  const running = known.promotions
    .filter(({ state }) => state === "live" || state === "scheduled" || state === "paused")
    .filter(({ startsAt, endsAt }) => Date.parse(startsAt) < until && Date.parse(endsAt) > from)
    .sort((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt));
  if (running.length === 0) return <EmptyState title={t("none")} />;
  return (
    <>
      <p className="mb-4 text-ink-soft">{t("lead")}</p>
      <div className="mb-2 flex justify-between gap-4 px-3 text-ink-soft text-sm">
        <DateTime value={new Date(from).toISOString()} />
        <DateTime value={new Date(until).toISOString()} />
      </div>
      <ul className="grid gap-3">
        {running.map((promotion) => (
          <li key={promotion.id} className="rounded-xl border border-line bg-surface p-3">
            <Running promotion={promotion} running={running} known={known} from={from} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Running({
  promotion,
  running,
  known,
  from,
}: {
  promotion: Promotion;
  running: readonly Promotion[];
  known: Promotions;
  from: number;
}) {
  const t = useTranslations("promotions");
  const nameOf = useNameOf();
  const sentence = useRuleSentence(known);
  const { startsAt, endsAt, state } = promotion;
  const share = (instant: string) => Math.min(1, Math.max(0, (Date.parse(instant) - from) / (DAYS * DAY_MS)));
  const begins = share(startsAt);
  const others = running.filter((other) => other.id !== promotion.id && meet(promotion, other));
  const namesOf = (met: readonly Promotion[]) => met.map((other) => isolated(nameOf(other))).join(" · ");
  const added = others.filter((other) => addUp(promotion, other, known.stack));
  const rivals = others.filter((other) => !added.includes(other));
  return (
    <>
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <bdi className="font-medium">{nameOf(promotion)}</bdi>
        <span className="text-ink-soft text-sm">
          <DateTime value={startsAt} /> – <LastMoment end={endsAt} />
        </span>
      </span>
      <span className="block text-ink-soft text-sm">{sentence(promotion)}</span>
      <svg
        aria-hidden
        className="mt-2 block h-3 w-full overflow-hidden rounded-full bg-sunken rtl:-scale-x-100"
      >
        <rect
          x={`${begins * 100}%`}
          width={`${Math.max(LEAST_SHARE, share(endsAt) - begins) * 100}%`}
          height="100%"
          rx="6"
          className={cx(state === "paused" ? "fill-warning" : "fill-accent")}
        />
      </svg>
      <span className="mt-1.5 grid gap-0.5 text-ink-soft text-sm">
        {state === "paused" && (
          <span>
            <Status tone="warning">{t("states.paused")}</Status>
          </span>
        )}
        {others.length === 0 && <span>{t("calendar.alone")}</span>}
        {rivals.length > 0 && <span>{t("calendar.meets", { names: namesOf(rivals) })}</span>}
        {added.length > 0 && <span>{t("calendar.addsUp", { names: namesOf(added) })}</span>}
      </span>
    </>
  );
}
