"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { ask, askPages } from "@/components/kit/contract";
import { useFilters } from "@/components/kit/use-filters";
import { useInLanguage } from "@/components/kit/use-language";
import { useList } from "@/components/lists/use-list";
import { Status } from "@/components/ui/badge";
import { Code, DateTime, Points } from "@/components/ui/format";
import type { Column } from "@/components/ui/table";
import { useFormatter } from "@/components/ui/use-formatter";
import { adjustments as api } from "@/lib/areas/adjustments/contract";
import { type Adjustment, adjustmentFiltersSchema } from "@/lib/areas/adjustments/schemas";
import { ADJUSTMENT_STATES } from "@/lib/areas/adjustments/words";
import { wallets } from "@/lib/areas/wallets/contract";
import { AskedAct } from "./asked-act";
import { STATES, useAskedText } from "./asked-text";
import { Deciders } from "./deciders";
import { DecisionDialog } from "./decision-dialog";
import { type Decision, Decisions } from "./decisions";
import { FinishButton } from "./finish-button";

/** Adjustments that need two people: what waits, what was decided, and by whom. */
export function DeskRequests() {
  const t = useTranslations("wallets.desk.adjustments");
  const format = useFormatter();
  const address = useFilters(adjustmentFiltersSchema);
  const query = useInfiniteQuery(
    // Others decide meanwhile.
    askPages(
      api.list,
      { query: address.filters },
      { placeholderData: keepPreviousData, refetchOnWindowFocus: true },
    ),
  );
  const { data: settings } = useQuery(ask(wallets.settings));
  const decide =
    (decision: Decision) =>
    (adjustment: Adjustment, { close }: { close: () => void }) => (
      <DecisionDialog {...{ adjustment, decision }} onClose={close}>
        <AskedAct asked={adjustment} />
      </DecisionDialog>
    );
  const list = useList({
    card: {
      title: t("title"),
      description: settings ? t("lead", { above: format.number(settings.approvalAbove) }) : " ",
    },
    label: t("table"),
    address,
    filters: {
      state: {
        label: t("filter"),
        any: t("state.all"),
        options: ADJUSTMENT_STATES.map((id) => ({ id, label: t(`state.${id}`) })),
      },
    },
    query,
    rows: query.data?.pages.flatMap(({ adjustments }) => adjustments),
    columns: useColumns(),
    forms: { approve: decide("approve"), refuse: decide("refuse"), withdraw: decide("withdraw") },
    onNamed: (adjustment, open) => adjustment.mayDecide && open("approve", adjustment),
    rowActs: (adjustment, open) => (
      <Decisions adjustment={adjustment} onDecide={(decision) => open(decision, adjustment)} />
    ),
    actionsLabel: t("actions"),
    empty: { icon: <Scale aria-hidden />, none: [t("emptyTitle"), t("emptyText")] },
  });
  return list.records;
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
