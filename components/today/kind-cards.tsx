import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Figure, Money, Points } from "@/components/ui/format";
import { Loading, Skeleton } from "@/components/ui/states";
import type { KindTotal } from "@/lib/areas/shifts/schemas";
import { Difference } from "./difference";
import { DAILY, DAILY_KINDS, type DailyKind, ofKind, sumOf, useTotalName } from "./kinds";

const CARDS = "grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3 2xl:grid-cols-5";

/** The sums of a day's kinds, each beside those it is compared with. */
export function KindCards({
  kinds,
  kindsBefore,
}: {
  kinds: readonly KindTotal[];
  kindsBefore: readonly KindTotal[];
}) {
  return (
    <ul className={CARDS}>
      {DAILY_KINDS.map((kind) => (
        <KindCard key={kind} kind={kind} totals={ofKind(kinds, kind)} before={ofKind(kindsBefore, kind)} />
      ))}
    </ul>
  );
}

function KindCard({
  kind,
  totals,
  before,
}: {
  kind: DailyKind;
  totals: readonly KindTotal[];
  before: readonly KindTotal[];
}) {
  const t = useTranslations("today");
  const nameOf = useTotalName();
  const sums = sumOf(totals);
  const sumsBefore = sumOf(before);
  const Icon = DAILY[kind].icon;
  return (
    <li className="rounded-2xl border border-line bg-surface p-4 shadow-card max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-3 sm:p-5">
      <h3 className="col-span-2 flex items-center gap-2 font-medium text-ink-soft">
        <Icon aria-hidden className="size-4.5 shrink-0" />
        {t(`kinds.${kind}`)}
      </h3>
      <div className="mt-2">
        <p className="font-semibold text-xl sm:text-2xl">
          <Points value={sums.points} />
        </p>
        <Difference now={sums.points} before={sumsBefore.points} />
      </div>
      <dl className="mt-2 sm:mt-3 sm:border-line sm:border-t sm:pt-3">
        <CardLine name={t("entriesColumn")} difference={[sums.entries, sumsBefore.entries]}>
          <Figure value={sums.entries} />
        </CardLine>
        <CardLine name={t("valueColumn")} difference={[sums.value, sumsBefore.value]}>
          <Money value={sums.value} />
        </CardLine>
        {totals
          .filter(({ cancelledLogTypeId }) => cancelledLogTypeId !== null)
          .map((total) => (
            <CardLine key={total.cancelledLogTypeId} name={nameOf(total)}>
              <Points value={total.points} />
            </CardLine>
          ))}
      </dl>
    </li>
  );
}

function CardLine({
  name,
  difference,
  children,
}: {
  name: string;
  /** Now and before. */
  difference?: readonly [number, number];
  children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 py-0.5">
      <dt className="text-ink-soft text-sm">{name}</dt>
      <dd className="ms-auto flex flex-col items-end">
        {children}
        {difference !== undefined && <Difference now={difference[0]} before={difference[1]} />}
      </dd>
    </div>
  );
}

/** The cards' places, as high as the cards will be. */
export function KindCardsSkeleton() {
  return (
    <Loading>
      <div className={CARDS}>
        {DAILY_KINDS.map((kind) => (
          <Skeleton key={kind} className="h-41 rounded-2xl sm:h-59" />
        ))}
      </div>
    </Loading>
  );
}
