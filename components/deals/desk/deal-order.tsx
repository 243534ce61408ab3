"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ArrowDown, ArrowDownUp, ArrowUp, GripVertical, ListOrdered } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { GridList, GridListItem } from "react-aria-components/GridList";
import { DropIndicator, useDragAndDrop } from "react-aria-components/useDragAndDrop";
import { DealPicture } from "@/components/deals/deal-picture";
import { send } from "@/components/kit/contract";
import { UnsavedGuard } from "@/components/kit/unsaved-guard";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { useMoreRows } from "@/components/kit/use-more-rows";
import { OfferState } from "@/components/offers/offer-state";
import { Button } from "@/components/ui/button";
import { Figure } from "@/components/ui/format";
import { IconButton } from "@/components/ui/icon-button";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast-queue";
import { deals as live } from "@/lib/areas/deals/contract";
import { deskDeals as api } from "@/lib/areas/deals/desk-contract";
import type { ListedDeal } from "@/lib/areas/deals/desk-schemas";
import { askOrder } from "./ask-order";
import { carriedOrder, isReordered } from "./carried-order";
import { PlaceDialog } from "./place-dialog";

function useOrderDeals(merchantId: number | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (order: { from: number[]; to: number[] }) =>
      send(api.reorder, { body: { merchantId, ...order } }),
    onSuccess: (answer) => {
      client.setQueryData(askOrder(merchantId).queryKey, answer);
      for (const { area, name } of [live.list, api.deskList])
        void client.invalidateQueries({ queryKey: [area, name] });
    },
    // A refusal may mean that the list is not as this page shows it.
    onError: () => client.invalidateQueries({ queryKey: askOrder(merchantId).queryKey }),
  });
}

/** The deals in their order: dragged, moved by the keyboard, or one step at a time, and saved together. */
export function DealOrder({
  deals,
  merchantId,
}: {
  deals: readonly ListedDeal[];
  merchantId: number | null;
}) {
  const t = useTranslations("deals.desk.order");
  const { textOf } = useErrorText();
  const inLanguage = useInLanguage();
  /** The order that is being made, and the list that it was begun on. */
  const [work, setWork] = useState<{ from: readonly number[]; order: readonly number[] } | null>(null);
  const save = useOrderDeals(merchantId);
  const seen = deals.map(({ id }) => id);
  const wanted = work === null ? seen : carriedOrder(work.order, seen);
  const order = wanted.flatMap((wantedId) => deals.find(({ id }) => id === wantedId) ?? []);
  const isDirty = seen.some((id, index) => id !== wanted[index]);
  const isBehind = isDirty && work !== null && isReordered(work.from, seen);
  const setOrder = (changed: readonly ListedDeal[]) =>
    setWork({ from: isDirty && work !== null ? work.from : seen, order: changed.map(({ id }) => id) });
  const reset = () => {
    setWork(null);
    save.reset();
  };
  const error = save.error;
  const { dragAndDropHooks } = useDragAndDrop<ListedDeal>({
    getItems: (keys) => [...keys].map((key) => ({ "text/plain": String(key) })),
    onReorder: ({ keys, target }) => {
      const moved = order.filter(({ id }) => keys.has(id));
      const others = order.filter(({ id }) => !keys.has(id));
      const at = others.findIndex(({ id }) => id === target.key) + (target.dropPosition === "after" ? 1 : 0);
      setOrder([...others.slice(0, at), ...moved, ...others.slice(at)]);
    },
    renderDropIndicator: (target) => (
      <DropIndicator
        target={target}
        className="h-0 outline-2 outline-transparent data-drop-target:outline-accent"
      />
    ),
  });
  const moveTo = (id: number, place: number) => {
    const others = order.filter((deal) => deal.id !== id);
    setOrder([...others.slice(0, place), ...order.filter((deal) => deal.id === id), ...others.slice(place)]);
  };
  const [jumping, setJumping] = useState<ListedDeal | null>(null);
  const { shown, more } = useMoreRows(order);
  return (
    <>
      <UnsavedGuard isDirty={isDirty} />
      <GridList
        aria-label={t("title")}
        items={shown.map((deal, index) => ({ ...deal, index }))}
        dragAndDropHooks={dragAndDropHooks}
        selectionMode="none"
        keyboardNavigationBehavior="tab"
        className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface shadow-card"
      >
        {({ id, title, merchant, category, image, state, index }) => (
          <GridListItem
            id={id}
            textValue={inLanguage(title)}
            className="flex items-center gap-2 px-2 py-2 -outline-offset-2 data-dragging:opacity-50 data-focus-visible:outline-2 data-focus-visible:outline-accent sm:gap-3 sm:px-3"
          >
            <AriaButton
              slot="drag"
              aria-label={t("drag", { name: inLanguage(title) })}
              className="grid size-control shrink-0 cursor-grab place-items-center rounded-lg text-ink-faint data-hovered:bg-hover"
            >
              <GripVertical aria-hidden className="size-5" />
            </AriaButton>
            <Figure value={index + 1} className="w-6 shrink-0 text-end text-ink-soft max-sm:hidden" />
            <span className="w-14 shrink-0 max-sm:hidden">
              <DealPicture image={image} categoryIcon={category.icon} alt="" className="rounded-md" />
            </span>
            <span className="min-w-0 flex-1">
              <bdi className="block font-medium">{inLanguage(title)}</bdi>
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft text-sm">
                <OfferState state={state} />
                {merchantId === null && <bdi>{inLanguage(merchant.name)}</bdi>}
              </span>
            </span>
            <span className="flex shrink-0 max-sm:flex-col">
              <IconButton
                icon={ArrowUp}
                label={t("up", { name: inLanguage(title) })}
                isDisabled={index === 0}
                onPress={() => moveTo(id, index - 1)}
              />
              <IconButton
                icon={ArrowDown}
                label={t("down", { name: inLanguage(title) })}
                isDisabled={index === order.length - 1}
                onPress={() => moveTo(id, index + 1)}
              />
              <IconButton
                icon={ArrowDownUp}
                label={t("jump", { name: inLanguage(title) })}
                onPress={() => setJumping(order[index] ?? null)}
              />
            </span>
          </GridListItem>
        )}
      </GridList>
      {more}
      {jumping && (
        <PlaceDialog
          name={inLanguage(jumping.title)}
          count={order.length}
          onPlace={(place) => moveTo(jumping.id, place)}
          onClose={() => setJumping(null)}
        />
      )}
      {(error || isBehind) && (
        <Notice kind="danger" isAnnounced className="mt-4">
          {isBehind || error?.code === "conflict" ? t("conflict") : error && textOf(error)}
        </Notice>
      )}
      <div className="sticky bottom-0 z-10 mt-4 flex flex-wrap items-center justify-end gap-3 border-line border-t bg-canvas py-3 max-md:bottom-16">
        <Button variant="quiet" isDisabled={!isDirty} onPress={reset}>
          {t("reset")}
        </Button>
        <Button
          variant="primary"
          icon={ListOrdered}
          isDisabled={!isDirty}
          isPending={save.isPending}
          onPress={() =>
            save.mutate(
              { from: seen, to: wanted },
              {
                onSuccess: () => {
                  setWork(null);
                  toast({ kind: "success", title: t("saved") });
                },
              },
            )
          }
        >
          {t("save")}
        </Button>
      </div>
    </>
  );
}
