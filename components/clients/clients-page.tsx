"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { OwnRequest } from "@/components/adjustments/own-request";
import { askPages } from "@/components/kit/contract";
import { TextFilter } from "@/components/kit/search-field";
import { useBegunAct } from "@/components/kit/use-begun-act";
import { useFilters } from "@/components/kit/use-filters";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { useNavigation } from "@/components/kit/use-navigation";
import { RecordList } from "@/components/lists/record-list";
import { LinkButton } from "@/components/shell/link-button";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { DateTime, Figure } from "@/components/ui/format";
import { lazyPart } from "@/components/ui/lazy-part";
import { Notice } from "@/components/ui/notice";
import { FilterSelect } from "@/components/ui/select";
import { EmptyState } from "@/components/ui/states";
import { type Column, figureColumn } from "@/components/ui/table";
import { clients as api } from "@/lib/areas/clients/contract";
import type { ClientSummary, IssuedClientAnswer } from "@/lib/areas/clients/record";
import { CLIENT_STATES } from "@/lib/areas/clients/words";
import { ClientSecretDialog } from "./client-secret-dialog";
import { ClientStatus, UseBadge } from "./client-state";

const loadClientFilters = async () => (await import("@/lib/areas/clients/desk-schemas")).clientFiltersSchema;
const useClientFilters = () => useFilters(loadClientFilters);

const ClientForm = lazyPart(async () => (await import("./client-form")).ClientForm);

/** The API clients: who may call the points API, and how much they do. */
export function ClientsPage({ hasTryIt }: { hasTryIt: boolean }) {
  const t = useTranslations("clients");
  const navigation = useNavigation();
  const { filters, change, isFiltered } = useClientFilters();
  const query = useInfiniteQuery(
    askPages(api.list, { query: filters }, { placeholderData: keepPreviousData, refetchOnWindowFocus: true }),
  );
  const columns = useColumns();
  const [isIssuing, setIssuing] = useState(false);
  const [issued, setIssued] = useState<IssuedClientAnswer | null>(null);
  useBegunAct("new", () => setIssuing(true));
  const unidentified = query.data?.pages[0]?.unidentified;
  return (
    <>
      <PageHead
        title={t("title")}
        lead={t("lead")}
        actions={
          <>
            {hasTryIt && <LinkButton href="/manage/clients/try-it">{t("tryIt.open")}</LinkButton>}
            <Button variant="primary" icon={Plus} onPress={() => setIssuing(true)}>
              {t("issue")}
            </Button>
          </>
        }
      />
      <Filters filters={filters} change={change} />
      {unidentified && unidentified.requests > 0 && (
        <Notice kind="info" className="mb-5">
          {t("unidentified", { count: unidentified.requests })}
        </Notice>
      )}
      <RecordList
        list="clients"
        filters={loadClientFilters}
        label={t("title")}
        query={query}
        rows={query.data?.pages.flatMap(({ clients }) => clients)}
        columns={columns}
        empty={
          <EmptyState icon={<KeyRound aria-hidden />} title={isFiltered ? t("noneFound") : t("none")}>
            {isFiltered ? t("noneFoundText") : t("noneText")}
          </EmptyState>
        }
      />
      {isIssuing && (
        <ClientForm
          client={null}
          onIssued={(answer) => {
            setIssuing(false);
            setIssued(answer);
          }}
          onClose={() => setIssuing(false)}
        />
      )}
      {issued && (
        <ClientSecretDialog
          issued={issued}
          onClose={() => navigation.push(`/manage/clients/${issued.client.id}`)}
        />
      )}
    </>
  );
}

function Filters({ filters, change }: Pick<ReturnType<typeof useClientFilters>, "filters" | "change">) {
  const t = useTranslations("clients");
  return (
    <search aria-label={t("filters")} className="mb-5 grid gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <TextFilter label={t("search")} value={filters.text} change={change} />
      <FilterSelect
        label={t("state")}
        any={t("anyState")}
        options={CLIENT_STATES.map((id) => ({ id, label: t(`states.${id}`) }))}
        value={filters.state}
        onChange={(state) => change({ state })}
      />
    </search>
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
