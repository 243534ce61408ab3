"use client";

import {
  ArrowDown,
  ArrowDownUp,
  ArrowUp,
  Copy,
  Languages,
  PencilLine,
  Trash2,
  TriangleAlert,
} from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { OwnRequest } from "@/components/adjustments/own-request";
import { DealPicture } from "@/components/deals/deal-picture";
import { RatePlans, useDealTitle, useDiscountText } from "@/components/deals/deal-words";
import { LastMoment } from "@/components/kit/last-moment";
import { ManyBar } from "@/components/kit/many-bar";
import { PagedList, RowSkeletons } from "@/components/kit/paged-list";
import type { PagesResult } from "@/components/kit/query";
import { refusalToast } from "@/components/kit/refusal";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { useNavigation } from "@/components/kit/use-navigation";
import { useSelection } from "@/components/kit/use-selection";
import { shownColumns } from "@/components/lists/list-bar";
import type { ListViewState } from "@/components/lists/use-list-view";
import { OfferMenu } from "@/components/offers/offer-menu";
import { OfferState } from "@/components/offers/offer-state";
import { Status } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Code, DateTime } from "@/components/ui/format";
import { lazyPart } from "@/components/ui/lazy-part";
import { Notice } from "@/components/ui/notice";
import type { MenuProps } from "@/components/ui/open-menu";
import { EmptyState } from "@/components/ui/states";
import { type Column, Table } from "@/components/ui/table";
import { toast } from "@/components/ui/toast-queue";
import { deskDeals as api } from "@/lib/areas/deals/desk-contract";
import type { deskListSchema, ListedDeal } from "@/lib/areas/deals/desk-schemas";
import type { DealMove } from "@/lib/portal/acts/deal-states";
import { useDuplicateDeal } from "./deal-acts";
import { DealInterestLine } from "./deal-interest";
import { useManyMoves } from "./many-moves";
import { OrderBar } from "./order-bar";
import type { DealOrder } from "./use-deal-order";
import { useLackingText } from "./use-lacking-text";

const DeleteDealDialog = lazyPart(async () => (await import("./delete-dialog")).DeleteDealDialog);
const MoveDialog = lazyPart(async () => (await import("./move-dialog")).MoveDialog);
const PlaceDialog = lazyPart(async () => (await import("./place-dialog")).PlaceDialog);
const OrderHandle = lazyPart(async () => (await import("./order-handle")).OrderHandle, {
  whileLoading: <span className="size-control" />,
});

/** The rows of the list, which `order` puts in another order where that can be done. */
export function DealTable({
  query,
  view,
  order,
  onClear,
}: {
  query: PagesResult<typeof deskListSchema>;
  view: ListViewState;
  order: DealOrder | null;
  onClear: (() => void) | null;
}) {
  const t = useTranslations();
  const { textOf } = useErrorText();
  const columns = shownColumns(useDealColumns(order), view);
  const inLanguage = useInLanguage();
  const nameOf = ({ title }: ListedDeal) => inLanguage(title) || t("deals.desk.untitled");
  const acts = useManyMoves();
  const listed = query.data?.pages.flatMap((page) => page.deals);
  const deals = listed && order ? order.sorted(listed) : listed;
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
              rowActions={(deal) => <DealActions deal={deal} order={order} />}
              actionsLabel={t("offers.actions")}
              selection={selection.table}
            />
          </div>
        )}
      </PagedList>
      {order && <OrderBar order={order} deals={deals ?? []} />}
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

export function useDealColumns(order: DealOrder | null = null): Column<ListedDeal>[] {
  const t = useTranslations("deals.desk");
  const inLanguage = useInLanguage();
  const isOperator = useMe().merchant === null;
  return [
    { id: "deal", header: t("deal"), cell: (deal) => <DealCell deal={deal} order={order} /> },
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
          <Lacking parts={deal.lacks} />
          <MissingTranslations {...untranslated} />
          <Notes warnings={deal.warnings} />
          <OwnRequest area="deals" id={deal.id} />
        </span>
      ),
    },
    {
      id: "dates",
      header: t("period"),
      cell: ({ startDate, endDate, ratePlans }) => (
        <span className="flex flex-col items-start gap-0.5 text-sm cards:items-end">
          <Period start={startDate} end={endDate} />
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

/** Parts without which the draft cannot be published. */
function Lacking({ parts }: { parts: ListedDeal["lacks"] }) {
  const t = useTranslations("deals.desk");
  const named = useLackingText()(parts);
  if (parts.length === 0) return null;
  return (
    <Status tone="warning" icon={PencilLine}>
      {t("lacks", { parts: named })}
    </Status>
  );
}

/** First and last day; a draft may lack one of them or both. */
function Period({ start, end }: { start: string | null; end: string | null }) {
  const t = useTranslations("deals.desk");
  if (start === null && end === null) return <span className="text-ink-soft">{t("noDates")}</span>;
  return (
    <span>
      {start === null ? "…" : <DateTime value={start} style="date" />} –{" "}
      {end === null ? "…" : <LastMoment end={end} />}
    </span>
  );
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

/** Warnings that have a mark of their own. */
const MARKED: ReadonlySet<ListedDeal["warnings"][number]> = new Set(["lacks", "no_arabic", "no_english"]);

/** How much else deserves a second look. */
function Notes({ warnings }: Pick<ListedDeal, "warnings">) {
  const t = useTranslations("deals.desk");
  const count = warnings.filter((kind) => !MARKED.has(kind)).length;
  if (count === 0) return null;
  return (
    <span className="inline-flex items-center gap-1 text-sm text-warning">
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      {t("warningCount", { count })}
    </span>
  );
}

function DealCell({ deal, order }: { deal: ListedDeal; order: DealOrder | null }) {
  const t = useTranslations("deals.desk");
  const title = useDealTitle()(deal) || t("untitled");
  const discountText = useDiscountText();
  const { discountType, discount } = deal;
  const name = useInLanguage()(deal.title) || t("untitled");
  return (
    <span className="flex items-center gap-3 text-start">
      {order && order.placeOf(deal.id) >= 0 && <OrderHandle deal={{ id: deal.id, name }} order={order} />}
      <span className={cx("w-16 shrink-0 max-sm:hidden", order && "max-xl:hidden")}>
        <DealPicture
          image={deal.image}
          categoryIcon={deal.category?.icon ?? "tag"}
          alt=""
          className="rounded-md"
        />
      </span>
      <span className="min-w-0">
        <Link
          href={`/manage/deals/${deal.id}`}
          className="font-medium underline-offset-4 hover:underline max-sm:py-1"
        >
          <bdi>{title}</bdi>
        </Link>
        <span className="block text-ink-soft text-sm">
          {discount === null ? t("noDiscount") : discountText({ discountType, discount })} ·{" "}
          <Code>{deal.offerNumber}</Code>
        </span>
      </span>
    </span>
  );
}

/** Moves of a deal without opening it. */
function DealActions({ deal, order }: { deal: ListedDeal; order: DealOrder | null }) {
  const t = useTranslations("deals.desk");
  const navigation = useNavigation();
  const inLanguage = useInLanguage();
  const { textOf } = useErrorText();
  const [open, setOpen] = useState<DealMove | "delete" | "place" | null>(null);
  const duplicate = useDuplicateDeal();
  const name = inLanguage(deal.title) || t("untitled");
  const close = () => setOpen(null);
  const ask = { label: t("deletion.ask"), onAction: () => setOpen("delete") };
  const remove = { id: "delete", icon: Trash2, isDangerous: true, ...ask };
  const copy = () =>
    duplicate.mutate(deal.id, {
      onSuccess: ({ id }) => {
        toast({ kind: "success", title: t("duplicated") });
        navigation.push(`/manage/deals/${id}`);
      },
      onError: (error) => toast(refusalToast(error, textOf(error))),
    });
  return (
    <>
      <OfferMenu
        name={name}
        onOpen={() => navigation.push(`/manage/deals/${deal.id}`)}
        isOver={deal.state === "ended"}
        moves={deal.moves}
        onMove={setOpen}
        more={[
          ...useOrderActions(deal.id, order, () => setOpen("place")),
          { id: "duplicate", label: t("duplicate"), icon: Copy, onAction: copy },
          ...(deal.isDeletable ? [remove] : []),
        ]}
      />
      {open === "delete" && <DeleteDealDialog deal={{ ...deal, name }} onClose={close} />}
      {open === "place" && order && (
        <PlaceDialog
          name={name}
          count={order.count}
          onPlace={(place) => order.moveTo(deal.id, place)}
          onClose={close}
        />
      )}
      {open !== null && open !== "delete" && open !== "place" && (
        <MoveDialog deal={{ ...deal, name }} move={open} onClose={close} />
      )}
    </>
  );
}

/** Moves in the order without dragging; none of a deal without a place. */
function useOrderActions(id: number, order: DealOrder | null, onJump: () => void): MenuProps["actions"] {
  const t = useTranslations("deals.desk.order");
  const place = order?.placeOf(id) ?? -1;
  if (order === null || place < 0) return [];
  const isLast = place === order.count - 1;
  const by = (step: number) => () => order.moveTo(id, place + step);
  return [
    { id: "up", label: t("up"), icon: ArrowUp, isDisabled: place === 0, onAction: by(-1) },
    { id: "down", label: t("down"), icon: ArrowDown, isDisabled: isLast, onAction: by(1) },
    { id: "place", label: t("toPlace"), icon: ArrowDownUp, onAction: onJump },
  ];
}
