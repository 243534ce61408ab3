"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowDownUp, ArrowUp, Copy, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { DealSearch } from "@/components/deals/deal-search";
import { ask } from "@/components/kit/contract";
import { RowSkeletons } from "@/components/kit/paged-list";
import type { PagesResult } from "@/components/kit/query";
import { refusalToast } from "@/components/kit/refusal";
import type { Address } from "@/components/kit/use-filters";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { useNavigation } from "@/components/kit/use-navigation";
import type { FilterFields } from "@/components/lists/filter-fields";
import { useList } from "@/components/lists/use-list";
import { OfferMenu } from "@/components/offers/offer-menu";
import { Notice } from "@/components/ui/notice";
import type { MenuProps } from "@/components/ui/open-menu";
import { toast } from "@/components/ui/toast-queue";
import { deskDeals as api } from "@/lib/areas/deals/desk-contract";
import type { DeskFilters, deskListSchema, ListedDeal } from "@/lib/areas/deals/desk-schemas";
import { DEAL_ORDERS } from "@/lib/areas/deals/words";
import { LANGUAGES } from "@/lib/platform/language";
import type { DealMove } from "@/lib/portal/acts/deal-states";
import { useDuplicateDeal } from "./deal-acts";
import { useDealColumns } from "./deal-columns";
import { DeleteDealDialog } from "./delete-dialog";
import { useManyMoves } from "./many-moves";
import { MoveDialog } from "./move-dialog";
import { OrderBar } from "./order-bar";
import { PlaceDialog } from "./place-dialog";
import type { DealOrder } from "./use-deal-order";

type Form = DealMove | "delete" | "place";

/** The list of deals, which `order` puts in another order where that can be done. */
export function useDealList({
  query,
  address,
  order,
}: {
  query: PagesResult<typeof deskListSchema>;
  address: Address<DeskFilters>;
  order: DealOrder | null;
}) {
  const t = useTranslations();
  const inLanguage = useInLanguage();
  const nameOf = ({ title }: ListedDeal) => inLanguage(title) || t("deals.desk.untitled");
  const { text = "" } = address.filters;
  const listed = query.data?.pages.flatMap((page) => page.deals);
  const deals = listed && order ? order.sorted(listed) : listed;
  return useList<ListedDeal, DeskFilters, Form>({
    views: "deals",
    label: t("deals.desk.title"),
    address,
    search: (
      <DealSearch
        value={text}
        onSearch={(typed) =>
          address.change({ text: typed || undefined }, { replaces: text !== "" && typed !== "" })
        }
      />
    ),
    filters: useFields(address.filters),
    query,
    rows: deals,
    columns: useDealColumns(order),
    nameOf,
    forms: useDealForms(order, nameOf),
    rowActs: (deal, open) => (
      <DealActions deal={deal} name={nameOf(deal)} order={order} onOpen={(form) => open(form, deal)} />
    ),
    many: { acts: useManyMoves(), exportPath: api.export.path, outdates: ["deals"] },
    loading: <RowSkeletons className="h-16" />,
    moreLabel: t("deals.browse.showMore"),
    empty: {
      none: [t("deals.desk.none"), t("deals.desk.noneText")],
      found: [t("deals.desk.noneFound"), t("deals.desk.noneFoundText")],
    },
    between: (
      <>
        {order && <p className="mb-3 text-ink-soft text-sm">{t("deals.desk.order.lead")}</p>}
        <Outdated query={query} />
      </>
    ),
    below: order && <OrderBar order={order} deals={deals ?? []} />,
  });
}

/** Says that the shown deals could not be read again. */
function Outdated({ query }: { query: PagesResult<typeof deskListSchema> }) {
  const { textOf } = useErrorText();
  if (query.data === undefined || !query.isError || query.isFetchNextPageError) return null;
  return (
    <Notice kind="warning" className="mb-4">
      {textOf(query.error)}
    </Notice>
  );
}

function useFields({ merchant }: DeskFilters): FilterFields<DeskFilters> {
  const t = useTranslations("deals.browse");
  const tDesk = useTranslations("deals.desk.list");
  const inLanguage = useInLanguage();
  const { data: choices } = useQuery(ask(api.filters, {}, { refetchOnWindowFocus: true }));
  const isOperator = useMe().merchant === null;
  const branches = choices?.branches.filter(
    (branch) => merchant === undefined || branch.merchantId === merchant,
  );
  const named = (items: readonly { id: number; name: { en: string; ar: string } }[] = []) =>
    items.map(({ id, name }) => ({ id, label: inLanguage(name) }));
  return {
    ...(isOperator && {
      merchant: { label: t("merchant"), any: t("allMerchants"), options: named(choices?.merchants) },
    }),
    category: { label: t("category"), any: t("allCategories"), options: named(choices?.categories) },
    branch: { label: t("branch"), any: t("allBranches"), options: named(branches), isLong: true },
    from: { days: tDesk("days"), last: "until" },
    ends: { label: t("ends"), any: t("endsAny"), options: [{ id: "week", label: t("endsWeek") }] },
    without: {
      ...{ label: tDesk("texts"), any: tDesk("textsAny") },
      options: LANGUAGES.map((id) => ({ id, label: tDesk(`without.${id}`) })),
    },
    order: {
      ...{ label: tDesk("order"), any: tDesk("orders.getDeals") },
      options: DEAL_ORDERS.map((id) => ({ id, label: tDesk(`orders.${id}`) })),
    },
  };
}

interface Ways {
  close: () => void;
}

function useDealForms(order: DealOrder | null, nameOf: (deal: ListedDeal) => string) {
  const move =
    (name: DealMove) =>
    (deal: ListedDeal, { close }: Ways) => (
      <MoveDialog deal={{ ...deal, name: nameOf(deal) }} move={name} onClose={close} />
    );
  return {
    publish: move("publish"),
    start: move("start"),
    withdraw: move("withdraw"),
    pause: move("pause"),
    resume: move("resume"),
    end: move("end"),
    delete: (deal: ListedDeal, { close }: Ways) => (
      <DeleteDealDialog deal={{ ...deal, name: nameOf(deal) }} onClose={close} />
    ),
    place: (deal: ListedDeal, { close }: Ways) =>
      order && (
        <PlaceDialog
          name={nameOf(deal)}
          count={order.count}
          onPlace={(place) => order.moveTo(deal.id, place)}
          onClose={close}
        />
      ),
  };
}

/** Moves of a deal without opening it. */
function DealActions({
  deal,
  name,
  order,
  onOpen,
}: {
  deal: ListedDeal;
  name: string;
  order: DealOrder | null;
  onOpen: (form: Form) => void;
}) {
  const t = useTranslations("deals.desk");
  const navigation = useNavigation();
  const { textOf } = useErrorText();
  const duplicate = useDuplicateDeal();
  const ask = { label: t("deletion.ask"), onAction: () => onOpen("delete") };
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
    <OfferMenu
      name={name}
      onOpen={() => navigation.push(`/manage/deals/${deal.id}`)}
      isOver={deal.state === "ended"}
      moves={deal.moves}
      onMove={onOpen}
      more={[
        ...useOrderActions(deal.id, order, () => onOpen("place")),
        { id: "duplicate", label: t("duplicate"), icon: Copy, onAction: copy },
        ...(deal.isDeletable ? [remove] : []),
      ]}
    />
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
