"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { OwnRequest } from "@/components/adjustments/own-request";
import { askPages } from "@/components/kit/contract";
import { useFilters } from "@/components/kit/use-filters";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { useNavigation } from "@/components/kit/use-navigation";
import { useList } from "@/components/lists/use-list";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { DateTime, Figure } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { type Column, figureColumn } from "@/components/ui/table";
import { clients as api } from "@/lib/areas/clients/contract";
import { clientFiltersSchema } from "@/lib/areas/clients/desk-schemas";
import type { ClientSummary, IssuedClientAnswer } from "@/lib/areas/clients/record";
import { CLIENT_STATES } from "@/lib/areas/clients/words";
import { ClientForm } from "./client-form";
import { ClientSecretDialog } from "./client-secret-dialog";
import { ClientStatus, UseBadge } from "./client-state";

/** The API clients: who may call the points API, and how much they do. */
export function ClientsPage({ hasTryIt }: { hasTryIt: boolean }) {
  const t = useTranslations("clients");
  const navigation = useNavigation();
  const address = useFilters(clientFiltersSchema);
  const query = useInfiniteQuery(
    askPages(
      api.list,
      { query: address.filters },
      { placeholderData: keepPreviousData, refetchOnWindowFocus: true },
    ),
  );
  const [issued, setIssued] = useState<IssuedClientAnswer | null>(null);
  const issue = (answer: IssuedClientAnswer, close: () => void) => {
    close();
    setIssued(answer);
  };
  const list = useList({
    views: "clients",
    label: t("title"),
    address,
    filters: {
      text: { search: t("search") },
      state: {
        label: t("state"),
        any: t("anyState"),
        options: CLIENT_STATES.map((id) => ({ id, label: t(`states.${id}`) })),
      },
    },
    query,
    rows: query.data?.pages.flatMap(({ clients }) => clients),
    columns: useColumns(),
    dialogs: {
      new: ({ close }) => (
        <ClientForm client={null} onIssued={(answer) => issue(answer, close)} onClose={close} />
      ),
    },
    empty: {
      icon: <KeyRound aria-hidden />,
      none: [t("none"), t("noneText")],
      found: [t("noneFound"), t("noneFoundText")],
    },
  });
  return (
    <>
      <PageHead
        title={t("title")}
        lead={t("lead")}
        actions={
          <>
            {hasTryIt && <LinkButton href="/manage/clients/try-it">{t("tryIt.open")}</LinkButton>}
            <Button variant="primary" icon={Plus} onPress={() => list.open("new")}>
              {t("issue")}
            </Button>
          </>
        }
      />
      {list.filters}
      <Unidentified count={query.data?.pages[0]?.unidentified?.requests ?? 0} />
      {list.records}
      {issued && (
        <ClientSecretDialog
          issued={issued}
          onClose={() => navigation.push(`/manage/clients/${issued.client.id}`)}
        />
      )}
    </>
  );
}

/** Requests that no client made. */
function Unidentified({ count }: { count: number }) {
  const t = useTranslations("clients");
  if (count === 0) return null;
  return (
    <Notice kind="info" className="mb-5">
      {t("unidentified", { count })}
    </Notice>
  );
}

function useColumns(): Column<ClientSummary>[] {
  const t = useTranslations("clients");
  const nameOf = useNameOf();
  const isOperator = useMe().merchant === null;
  return [
    {
      id: "name",
      header: t("name"),
      cell: ({ id, name, isTest }) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          <Link
            href={`/manage/clients/${id}`}
            className="font-medium text-accent-soft-ink underline-offset-4 hover:underline"
          >
            <bdi>{name}</bdi>
          </Link>
          <UseBadge isTest={isTest} />
        </span>
      ),
    },
    ...(isOperator
      ? [
          {
            id: "merchant",
            header: t("merchant"),
            cell: ({ merchant: { nameEn, nameAr } }: ClientSummary) => (
              <bdi>{nameOf({ nameEn, nameAr })}</bdi>
            ),
          },
        ]
      : []),
    {
      id: "state",
      header: t("state"),
      cell: ({ id, state }) => (
        <>
          <ClientStatus state={state} />
          <OwnRequest area="clients" id={id} />
        </>
      ),
    },
    {
      id: "lastUsed",
      header: t("lastUsed"),
      cell: ({ lastUsedAt }) => (lastUsedAt ? <DateTime value={lastUsedAt} /> : t("neverUsed")),
    },
    figureColumn("requests", t("requestsOfDay"), ({ usage }) => usage.requests),
    {
      id: "errors",
      header: t("errorsOfDay"),
      isNumeric: true,
      cell: ({ usage }) => (
        <Figure value={usage.errors} {...(usage.errors > 0 && { className: "font-medium text-danger" })} />
      ),
    },
  ];
}
