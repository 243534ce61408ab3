"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ask, askPages } from "@/components/kit/contract";
import { PagedTable } from "@/components/kit/paged-list";
import { useBegunRecord } from "@/components/kit/use-begun-act";
import { useFilters } from "@/components/kit/use-filters";
import { useInLanguage } from "@/components/kit/use-language";
import { Status } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Code, DateTime, Points } from "@/components/ui/format";
import { lazyPart } from "@/components/ui/lazy-part";
import { FilterSelect } from "@/components/ui/select";
import { EmptyState } from "@/components/ui/states";
import type { Column } from "@/components/ui/table";
import { useFormatter } from "@/components/ui/use-formatter";
import { adjustments as api } from "@/lib/areas/adjustments/contract";
import type { Adjustment } from "@/lib/areas/adjustments/schemas";
import { ADJUSTMENT_STATES } from "@/lib/areas/adjustments/words";
import { wallets } from "@/lib/areas/wallets/contract";
import { AskedAct } from "./asked-act";
import { STATES, useAskedText } from "./asked-text";
import { Deciders } from "./deciders";
import { type Decision, Decisions } from "./decisions";
import { FinishButton } from "./finish-button";

const loadAdjustmentFilters = async () =>
  (await import("@/lib/areas/adjustments/schemas")).adjustmentFiltersSchema;

const DecisionDialog = lazyPart(async () => (await import("./decision-dialog")).DecisionDialog);

/** Adjustments that need two people: what waits, what was decided, and by whom. */
export function DeskRequests() {
  const t = useTranslations("wallets.desk.adjustments");
  const format = useFormatter();
  const { filters, change } = useFilters(loadAdjustmentFilters);
  const query = useInfiniteQuery({
    ...askPages(api.list, { query: filters }),
    placeholderData: keepPreviousData,
    // Others decide meanwhile.
    refetchOnWindowFocus: true,
  });
  const { data: settings } = useQuery(ask(wallets.settings));
  const [deciding, setDeciding] = useState<{ adjustment: Adjustment; decision: Decision } | null>(null);
  useBegunRecord(async (id) => {
    const { data } = await query.refetch();
    const adjustment = data?.pages.flatMap(({ adjustments }) => adjustments).find((one) => one.id === id);
    if (adjustment?.mayDecide) setDeciding({ adjustment, decision: "approve" });
  });
  return (
    <Card
      title={t("title")}
      description={settings ? t("lead", { above: format.number(settings.approvalAbove) }) : " "}
    >
      <div className="mb-5 flex flex-wrap items-end justify-between gap-4">
        <FilterSelect
          label={t("filter")}
          className="w-48"
          any={t("state.all")}
          options={ADJUSTMENT_STATES.map((id) => ({ id, label: t(`state.${id}`) }))}
          value={filters.state}
          onChange={(state) => change({ state })}
        />
      </div>
      <PagedTable
        label={t("table")}
        query={query}
        rows={query.data?.pages.flatMap((page) => page.adjustments)}
        columns={useColumns()}
        rowKey={({ id }) => id}
        actionsLabel={t("actions")}
        rowActions={(adjustment) => (
          <Decisions adjustment={adjustment} onDecide={(decision) => setDeciding({ adjustment, decision })} />
        )}
        empty={
          <EmptyState icon={<Scale aria-hidden />} title={t("emptyTitle")}>
            {t("emptyText")}
          </EmptyState>
        }
      />
      {deciding && (
        <DecisionDialog {...deciding} onClose={() => setDeciding(null)}>
          <AskedAct asked={deciding.adjustment} />
        </DecisionDialog>
      )}
    </Card>
  );
}

function useColumns(): Column<Adjustment>[] {
  const t = useTranslations("wallets.desk.adjustments");
  const askedText = useAskedText();
  const inLanguage = useInLanguage();
  return [
    { id: "wallet", header: t("subject"), cell: (asked) => <Subject asked={asked} /> },
    {
      id: "points",
      header: t("points"),
      isNumeric: true,
      cell: ({ points, direction, pocket }) =>
        points !== null && (
          <span className="grid">
            <Points
              value={direction === "down" ? -points : points}
              isSigned={direction !== null}
              isBare
              className="font-medium"
            />
            {pocket === "suspended" && <span className="text-ink-soft text-sm">{t("pocketSuspended")}</span>}
          </span>
        ),
    },
    {
      id: "reason",
      header: t("reason"),
      isText: true,
      cell: (asked) => (
        <span className="grid">
          {asked.kind !== "adjust" && <span>{askedText(asked)}</span>}
          {asked.why && <span className="text-ink-soft text-sm">{inLanguage(asked.why)}</span>}
          {asked.reason && <bdi className="break-words">{asked.reason}</bdi>}
        </span>
      ),
    },
    {
      id: "asked",
      header: t("asked"),
      cell: ({ requestedAt, requestedBy }) => <When at={requestedAt} by={requestedBy.name} />,
    },
    { id: "state", header: t("decision"), cell: (asked) => <Standing asked={asked} /> },
  ];
}

/** The wallet that a request is about, or the person. */
function Subject({ asked: { wallet, summary } }: { asked: Adjustment }) {
  if (wallet === null)
    return (
      <span className="grid">
        <bdi className="font-medium">{summary.name}</bdi>
        {summary.username && <Code>{summary.username}</Code>}
      </span>
    );
  return (
    <span className="grid">
      <Link
        href={`/wallets/${wallet.id}`}
        className="font-medium text-accent underline-offset-4 hover:underline"
      >
        <Code>{wallet.walletCode}</Code>
      </Link>
      {wallet.name && <bdi className="text-ink-soft text-sm">{wallet.name}</bdi>}
    </span>
  );
}

/** Until when a request waits for whom, or who decided and what came of it. */
function Standing({ asked }: { asked: Adjustment }) {
  const t = useTranslations("wallets.desk.adjustments");
  const format = useFormatter();
  const inLanguage = useInLanguage();
  const { state, isUsable, mayFinish, decidedAt, decidedBy, note, failure, expiresAt, deciders } = asked;
  return (
    <div className="grid justify-items-start gap-1 cards:justify-items-end">
      <Status {...STATES[state]}>{t(`state.${state}`)}</Status>
      {state === "requested" && (
        <>
          <span className="text-ink-soft text-sm">
            {t("until", { date: format.dateTime(new Date(expiresAt), { day: "numeric", month: "short" }) })}
          </span>
          <div className="text-sm">
            <Deciders deciders={deciders} />
          </div>
        </>
      )}
      {failure && <span className="text-sm">{inLanguage(failure)}</span>}
      {isUsable && <span className="text-sm">{t("usable")}</span>}
      {mayFinish && <FinishButton asked={asked} />}
      {decidedAt && decidedBy && <When at={decidedAt} by={decidedBy.name} />}
      {note && <bdi className="text-sm">{note}</bdi>}
    </div>
  );
}

function When({ at, by }: { at: string; by: string }) {
  const t = useTranslations("wallets.desk.adjustments");
  return (
    <span className="grid text-sm">
      <DateTime value={at} />
      <span className="text-ink-soft">
        <bdi>{t("by", { name: by })}</bdi>
      </span>
    </span>
  );
}
