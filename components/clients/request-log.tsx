"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Pause, Play, SquareTerminal } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { send } from "@/components/kit/contract";
import { followed } from "@/components/kit/query";
import { type Address, useFilters } from "@/components/kit/use-filters";
import type { FilterFields } from "@/components/lists/filter-fields";
import { useList } from "@/components/lists/use-list";
import { Button } from "@/components/ui/button";
import { Code, DateTime, Figure } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { NumberField } from "@/components/ui/number-field";
import type { Column } from "@/components/ui/table";
import { clients as api } from "@/lib/areas/clients/contract";
import {
  type LoggedRequest,
  type RequestFilters,
  type RequestLog,
  requestFiltersSchema,
} from "@/lib/areas/clients/desk-schemas";
import type { Client } from "@/lib/areas/clients/record";
import { Outcome } from "./outcome";
import { RequestDrawer } from "./request-drawer";

/** A client's requests as they come in, with the reason of every refusal. */
export function RequestLogView({ client }: { client: Client }) {
  const t = useTranslations("clients.log");
  const [isPaused, setPaused] = useState(false);
  const address = useFilters(requestFiltersSchema);
  const { data, error, isPlaceholderData, older, refetch } = useRequestLog(client.id, address.filters, {
    isPaused,
  });
  const unlogged = data?.unlogged ?? 0;
  const list = useList({
    card: {
      title: t("title"),
      description: t("lead"),
      actions: (
        <Button icon={isPaused ? Play : Pause} onPress={() => setPaused(!isPaused)}>
          {isPaused ? t("resume") : t("pause")}
        </Button>
      ),
    },
    label: t("title"),
    address,
    filters: useFields(client.operations, address),
    query: {
      ...{ error: older.error ?? error, refetch, isPlaceholderData },
      ...{ hasNextPage: data?.hasMore ?? false, fetchNextPage: () => older.mutate() },
      ...{ isFetchingNextPage: older.isPending, isFetchNextPageError: older.isError },
    },
    rows: data?.requests,
    columns: useColumns(),
    forms: { details: (request, { close }) => <RequestDrawer request={request} onClose={close} /> },
    rowActs: ({ requestId }) => [
      { label: t("details"), name: t("detailsOf", { id: requestId }), form: "details" },
    ],
    actionsLabel: t("details"),
    moreLabel: t("showOlder"),
    empty: {
      icon: <SquareTerminal aria-hidden />,
      none: [t("none"), t("noneText")],
      found: [t("noneFound"), t("noneFoundText")],
    },
    between: unlogged > 0 && (
      <Notice kind="info" className="mb-4">
        {t("unlogged", { count: unlogged })}
      </Notice>
    ),
  });
  return list.records;
}

function useFields(
  operations: readonly string[],
  { filters, change }: Pick<Address<RequestFilters>, "filters" | "change">,
): FilterFields<RequestFilters> {
  const t = useTranslations("clients.log");
  const [code, setCode] = useState<number | null | undefined>(filters.code ?? null);
  return {
    operation: {
      ...{ label: t("operation"), any: t("anyOperation") },
      options: operations.map((id) => ({ id, label: id })),
    },
    outcome: {
      ...{ label: t("outcome"), any: t("anyOutcome") },
      options: (["success", "refused"] as const).map((id) => ({ id, label: t(id) })),
    },
    code: (className) => (
      <NumberField
        {...{ label: t("code"), placeholder: "1301", className, value: code }}
        onChange={(typed) => {
          setCode(typed);
          const isWhole = typeof typed === "number" && typed >= 1_000 && typed <= 9_999;
          if (isWhole || typed === null) change({ code: typed ?? undefined });
        }}
      />
    ),
  };
}

function useColumns(): Column<LoggedRequest>[] {
  const t = useTranslations("clients.log");
  return [
    { id: "at", header: t("at"), cell: ({ at }) => <Moment value={at} /> },
    {
      id: "operation",
      header: t("operation"),
      cell: ({ operation, request }) => <Code>{operation ?? request.path ?? "–"}</Code>,
    },
    { id: "outcome", header: t("outcome"), cell: (request) => <Outcome request={request} /> },
    {
      id: "duration",
      header: t("duration"),
      isNumeric: true,
      cell: ({ durationMs }) => (
        <bdi dir="ltr">
          <Figure value={durationMs} /> ms
        </bdi>
      ),
    },
  ];
}

/** To the second: requests come close after one another. */
function Moment({ value }: { value: string }) {
  return (
    <span className="inline-flex flex-wrap gap-x-2">
      <DateTime value={value} style="date" />
      <DateTime value={value} style="seconds" />
    </span>
  );
}

const POLL_SECONDS = 2;
/** So many are held in an open page; older ones are asked for again when they are wanted. */
const SHOWN_MAX = 500;

/** Requests on an open page: the newest without gaps, and whether there are older ones. */
type ShownLog = RequestLog;

/** A client's newest requests, asked for every two seconds while the page is visible and not paused. */
function useRequestLog(clientId: number, filters: RequestFilters, { isPaused }: { isPaused: boolean }) {
  const cache = useQueryClient();
  const queryKey = ["clients", "requests", clientId, filters] as const;
  const read = (place: { after?: number | undefined; before?: number | undefined }, signal?: AbortSignal) =>
    send(
      api.requests,
      { params: { clientId }, query: { ...filters, ...place } },
      signal !== undefined ? { signal } : {},
    );
  const query = useQuery<ShownLog>({
    queryKey,
    queryFn: async ({ signal }) => {
      const shown = cache.getQueryData<ShownLog>(queryKey);
      const page = await read({ after: shown?.requests[0]?.id }, signal);
      // More than a page came at once: what is between can be read on from the page's end.
      if (shown === undefined || shown.requests.length === 0 || page.hasMore) return page;
      return join(page.requests, shown, page.unlogged);
    },
    enabled: !isPaused,
    ...followed(POLL_SECONDS),
    staleTime: 0,
    gcTime: 60_000,
  });
  const older = useMutation({
    mutationFn: () => read({ before: query.data?.requests.at(-1)?.id }),
    onSuccess: (page) =>
      cache.setQueryData<ShownLog>(
        queryKey,
        (shown) => shown && { ...page, requests: [...shown.requests, ...page.requests] },
      ),
  });
  return { ...query, older };
}

function join(newer: ShownLog["requests"], shown: ShownLog, unlogged: number): ShownLog {
  const requests = [...newer, ...shown.requests];
  return {
    requests: requests.slice(0, SHOWN_MAX),
    hasMore: shown.hasMore || requests.length > SHOWN_MAX,
    unlogged,
  };
}
