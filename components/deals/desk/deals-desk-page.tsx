"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import {
  Copy,
  Languages,
  ListOrdered,
  type LucideIcon,
  Plus,
  Radio,
  Trash2,
  TriangleAlert,
} from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DealPicture } from "@/components/deals/deal-picture";
import { DealSearch } from "@/components/deals/deal-search";
import { RatePlans, useDealTitle, useDiscountText } from "@/components/deals/deal-words";
import { ask, askPages } from "@/components/kit/contract";
import { LastMoment } from "@/components/kit/last-moment";
import { ManyBar } from "@/components/kit/many-bar";
import { PagedList, RowSkeletons } from "@/components/kit/paged-list";
import type { PagesResult } from "@/components/kit/query";
import { useFilters } from "@/components/kit/use-filters";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { useNavigation } from "@/components/kit/use-navigation";
import { useSelection } from "@/components/kit/use-selection";
import { ListBar, shownColumns } from "@/components/lists/list-bar";
import { type ListViewState, useListView } from "@/components/lists/use-list-view";
import { OfferMenu } from "@/components/offers/offer-menu";
import { OfferState } from "@/components/offers/offer-state";
import { LinkButton } from "@/components/shell/link-button";
import { PageHead } from "@/components/shell/page-head";
import { Status } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Code, DateTime } from "@/components/ui/format";
import { lazyPart } from "@/components/ui/lazy-part";
import { Notice } from "@/components/ui/notice";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { EmptyState } from "@/components/ui/states";
import { type Column, Table } from "@/components/ui/table";
import { toast } from "@/components/ui/toast-queue";
import { deskDeals as api } from "@/lib/areas/deals/desk-contract";
import type { DeskFilters, deskListSchema, ListedDeal } from "@/lib/areas/deals/desk-schemas";
import { DEAL_STATES, type DealMove } from "@/lib/portal/acts/deal-states";
import { useDuplicateDeal } from "./deal-acts";
import { DealInterestLine } from "./deal-interest";
import { useManyMoves } from "./many-moves";

const loadDeskFilters = async () => (await import("@/lib/areas/deals/desk-schemas")).deskFiltersSchema;

const DeleteDealDialog = lazyPart(async () => (await import("./delete-dialog")).DeleteDealDialog);
const MoveDialog = lazyPart(async () => (await import("./move-dialog")).MoveDialog);

/** All deals of a merchant, or of all merchants for an operator, whatever their state. */
export function DealsDeskPage() {
  const t = useTranslations("deals.desk");
  const tStates = useTranslations("offers.states");
  const { filters, change, clear, isFiltered } = useFilters(loadDeskFilters);
  const query = useInfiniteQuery({
    ...askPages(api.deskList, { query: filters }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
  });
  const counts = query.data?.pages.at(-1)?.counts;
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const view = useListView("deals", loadDeskFilters);
  const merchant = filters.merchant === undefined ? "" : `?merchant=${filters.merchant}`;
  return (
    <>
      <PageHead
        title={t("title")}
        lead={t("lead")}
        actions={
          <LinkButton href="/manage/deals/new" variant="primary">
            <Plus aria-hidden className="me-2 size-5" />
            {t("create")}
          </LinkButton>
        }
      />
      <Filters filters={filters} change={change} />
      <div className="mt-4 mb-4 overflow-x-auto">
        <RadioGroup
          label={t("state")}
          isLabelHidden
          options={(["all", ...DEAL_STATES] as const).map((id) => {
            const count = id === "all" ? all : counts?.[id];
            const name = id === "all" ? t("allStates") : tStates(id);
            return { id, label: count === undefined ? name : t("counted", { name, count }) };
          })}
          value={filters.state ?? "all"}
          onChange={(id) => change({ state: id === "all" ? undefined : id })}
        />
      </div>
      <ListBar state={view} columns={useColumns()}>
        {isFiltered && (
          <Button variant="quiet" size="small" onPress={clear}>
            {t("clearFilters")}
          </Button>
        )}
        <span className="flex-1 max-sm:hidden" />
        <DeskLink href={`/manage/deals/order${merchant}`} icon={ListOrdered}>
          {t("order.open")}
        </DeskLink>
        <DeskLink href="/manage/deals/answer" icon={Radio}>
          {t("answer.open")}
        </DeskLink>
      </ListBar>
      <DealTable query={query} view={view} onClear={isFiltered ? clear : null} />
    </>
  );
}

function DeskLink({ href, icon: Icon, children }: { href: string; icon: LucideIcon; children: string }) {
  return (
    <Link
      href={href}
      className="inline-flex min-h-10 items-center gap-2 rounded-lg px-2 font-medium text-accent hover:bg-hover"
    >
      <Icon aria-hidden className="size-4.5 shrink-0" />
      {children}
    </Link>
  );
}

const ALL = 0;

function Filters({
  filters,
  change,
}: {
  filters: DeskFilters;
  change: (changes: DeskFilters, options?: { replaces: boolean }) => void;
}) {
  const t = useTranslations("deals.browse");
  const inLanguage = useInLanguage();
  const { data: choices } = useQuery({ ...ask(api.filters), refetchOnWindowFocus: true });
  const isOperator = useMe().merchant === null;
  const text = filters.text ?? "";
  const named = (items: readonly { id: number; name: { en: string; ar: string } }[] = []) =>
    items.map(({ id, name }) => ({ id, label: inLanguage(name) }));
  return (
    <search aria-label={t("filters")} className="grid gap-3 sm:grid-cols-2 xl:grid-cols-[2fr_1fr_1fr]">
      <div className="sm:max-xl:col-span-2">
        <DealSearch
          value={text}
          onSearch={(typed) =>
            change({ text: typed || undefined }, { replaces: text !== "" && typed !== "" })
          }
        />
      </div>
      {isOperator && (
        <Select
          label={t("merchant")}
          options={[{ id: ALL, label: t("allMerchants") }, ...named(choices?.merchants)]}
          value={filters.merchant ?? ALL}
          onChange={(id) => change({ merchant: id || undefined })}
        />
      )}
      <Select
        label={t("category")}
        options={[{ id: ALL, label: t("allCategories") }, ...named(choices?.categories)]}
        value={filters.category ?? ALL}
        onChange={(id) => change({ category: id || undefined })}
      />
    </search>
  );
}

function DealTable({
  query,
  view,
  onClear,
}: {
  query: PagesResult<typeof deskListSchema>;
  view: ListViewState;
  onClear: (() => void) | null;
}) {
  const t = useTranslations();
  const { textOf } = useErrorText();
  const columns = shownColumns(useColumns(), view);
  const inLanguage = useInLanguage();
  const nameOf = ({ title }: ListedDeal) => inLanguage(title);
  const acts = useManyMoves();
  const deals = query.data?.pages.flatMap((page) => page.deals);
  const selection = useSelection(deals, nameOf);
  return (
    <>
      {deals !== undefined && query.isError && !query.isFetchNextPageError && (
        <Notice kind="warning" className="mb-4">
          {textOf(query.error)}
        </Notice>
      )}
      <PagedList
        query={query}
        rows={deals}
        loading={<RowSkeletons className="h-16" />}
        empty={
          <EmptyState
            title={onClear ? t("deals.desk.noneFound") : t("deals.desk.none")}
            actions={onClear && <Button onPress={onClear}>{t("deals.desk.clearFilters")}</Button>}
          >
            {onClear ? t("deals.desk.noneFoundText") : t("deals.desk.noneText")}
          </EmptyState>
        }
        moreLabel={t("deals.browse.showMore")}
      >
        {(rows) => (
          <div className="sm:rounded-2xl sm:border sm:border-line sm:bg-surface sm:shadow-card">
            <Table
              label={t("deals.desk.title")}
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              rowActions={(deal) => <DealActions deal={deal} />}
              actionsLabel={t("offers.actions")}
              selection={selection.table}
            />
          </div>
        )}
      </PagedList>
      <ManyBar
        selection={selection}
        acts={acts}
        nameOf={nameOf}
        exportPath={api.export.path}
        outdates={["deals"]}
      />
    </>
  );
}

function useColumns(): Column<ListedDeal>[] {
  const t = useTranslations("deals.desk");
  const inLanguage = useInLanguage();
  const isOperator = useMe().merchant === null;
  return [
    { id: "deal", header: t("deal"), cell: (deal) => <DealCell deal={deal} /> },
    ...(isOperator
      ? [
          {
            id: "merchant",
            header: t("merchant"),
            cell: ({ merchant }: ListedDeal) => <bdi>{inLanguage(merchant.name)}</bdi>,
          },
        ]
      : []),
    {
      id: "state",
      header: t("state"),
      cell: ({ state, untranslated, ...deal }) => (
        <span className="flex flex-wrap items-center gap-1.5 cards:justify-end">
          <OfferState state={state} />
          <MissingTranslations {...untranslated} />
          <Notes warnings={deal.warnings} />
        </span>
      ),
    },
    {
      id: "dates",
      header: t("period"),
      cell: ({ startDate, endDate, ratePlans }) => (
        <span className="flex flex-col items-start gap-0.5 text-sm cards:items-end">
          <span>
            <DateTime value={startDate} style="date" /> – <LastMoment end={endDate} />
          </span>
          <RatePlans ratePlans={ratePlans} />
        </span>
      ),
    },
    {
      id: "interest",
      header: t("interest.header"),
      cell: ({ interest }) => <DealInterestLine interest={interest} />,
    },
  ];
}

/** Languages that customers would miss, with the texts that are not written in them. */
function MissingTranslations({ en, ar }: ListedDeal["untranslated"]) {
  const t = useTranslations("deals.desk");
  const missing = [
    { language: "ar", texts: ar },
    { language: "en", texts: en },
  ] as const;
  return missing.map(
    ({ language, texts }) =>
      texts.length > 0 && (
        <Status key={language} tone="warning" icon={Languages}>
          {t(`missing.${language}`, {
            texts: texts.map((text) => t(`warnings.texts.${text}`)).join(t("warnings.comma")),
          })}
        </Status>
      ),
  );
}

/** How much else deserves a second look. */
function Notes({ warnings }: Pick<ListedDeal, "warnings">) {
  const t = useTranslations("deals.desk");
  const count = warnings.filter((kind) => kind !== "no_arabic" && kind !== "no_english").length;
  if (count === 0) return null;
  return (
    <span className="inline-flex items-center gap-1 text-sm text-warning">
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      {t("warningCount", { count })}
    </span>
  );
}

function DealCell({ deal }: { deal: ListedDeal }) {
  const dealTitle = useDealTitle();
  const discount = useDiscountText()(deal);
  return (
    <span className="flex items-center gap-3 text-start">
      <span className="w-16 shrink-0 max-sm:hidden">
        <DealPicture image={deal.image} categoryIcon={deal.category.icon} alt="" className="rounded-md" />
      </span>
      <span className="min-w-0">
        <Link
          href={`/manage/deals/${deal.id}`}
          className="font-medium underline-offset-4 hover:underline max-sm:py-1"
        >
          <bdi>{dealTitle(deal)}</bdi>
        </Link>
        <span className="block text-ink-soft text-sm">
          {discount} · <Code>{deal.offerNumber}</Code>
        </span>
      </span>
    </span>
  );
}

/** Moves of a deal without opening it. */
function DealActions({ deal }: { deal: ListedDeal }) {
  const t = useTranslations("deals.desk");
  const navigation = useNavigation();
  const inLanguage = useInLanguage();
  const { textOf } = useErrorText();
  const [move, setMove] = useState<DealMove | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const duplicate = useDuplicateDeal();
  const name = inLanguage(deal.title);
  const copy = () =>
    duplicate.mutate(deal.id, {
      onSuccess: ({ id }) => {
        toast({ kind: "success", title: t("duplicated") });
        navigation.push(`/manage/deals/${id}`);
      },
      onError: (error) => toast({ kind: "problem", title: textOf(error) }),
    });
  return (
    <>
      <OfferMenu
        name={name}
        onOpen={() => navigation.push(`/manage/deals/${deal.id}`)}
        isOver={deal.state === "ended"}
        moves={deal.moves}
        onMove={setMove}
        more={[
          { id: "duplicate", label: t("duplicate"), icon: Copy, onAction: copy },
          ...(deal.isDeletable
            ? [
                {
                  id: "delete",
                  label: t("deletion.ask"),
                  icon: Trash2,
                  isDangerous: true,
                  onAction: () => setDeleting(true),
                },
              ]
            : []),
        ]}
      />
      {move && <MoveDialog deal={{ ...deal, name }} move={move} onClose={() => setMove(null)} />}
      {isDeleting && <DeleteDealDialog deal={{ ...deal, name }} onClose={() => setDeleting(false)} />}
    </>
  );
}
