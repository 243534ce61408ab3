"use client";

import { GripVertical } from "lucide-react";
import { useTranslations } from "next-intl";
import { type DragEvent, useRef } from "react";
import { Button } from "react-aria-components/Button";
import { useDrag } from "react-aria-components/useDrag";
import { useDrop } from "react-aria-components/useDrop";
import { flushSync } from "react-dom";
import { cx } from "@/components/ui/cx";
import type { DealOrder } from "./use-deal-order";

/** Type of what is dragged: nothing else is dropped on a place. */
const PLACED = "deal-place";

interface HandleProps {
  deal: { id: number; name: string };
  order: DealOrder;
}

/** Drags a deal of the list, by mouse, touch or keyboard, to the place of another. */
export function OrderHandle({ deal, order }: HandleProps) {
  const t = useTranslations("deals.desk.order");
  const button = useRef<HTMLButtonElement>(null);
  const { draggedId, onDrag } = order;
  const { dragProps, dragButtonProps } = useDrag({
    hasDragButton: true,
    getItems: () => [{ [PLACED]: String(deal.id) }],
    getAllowedDropOperations: () => ["move"],
    onDragEnd: () => {
      flushSync(() => onDrag(null));
      button.current?.focus();
    },
  });
  const onDragStart = (event: DragEvent<HTMLElement>) => {
    dragProps.onDragStart?.(event);
    const row = event.currentTarget.closest("tr");
    const corner = row?.getBoundingClientRect();
    if (row && corner)
      event.dataTransfer.setDragImage(row, event.clientX - corner.x, event.clientY - corner.y);
    // Browsers end a drag that changes the page while it begins.
    requestAnimationFrame(() => onDrag(deal.id));
  };
  return (
    <>
      <span {...{ ...dragProps, onDragStart }} className="cursor-grab">
        <Button
          {...dragButtonProps}
          ref={button}
          aria-label={t("drag", { name: deal.name, place: order.placeOf(deal.id) + 1 })}
          // Targets are looked for as soon as the keyboard begins.
          onPress={(event) => {
            if (event.pointerType === "keyboard" || event.pointerType === "virtual")
              flushSync(() => onDrag(deal.id));
            dragButtonProps.onPress?.(event);
          }}
          className="pointer-events-none grid size-control place-items-center rounded-lg text-ink-faint outline-offset-0 data-focus-visible:outline-2 data-focus-visible:outline-accent"
        >
          <GripVertical aria-hidden className="size-5" />
        </Button>
      </span>
      {draggedId !== null && draggedId !== deal.id && <Place deal={deal} order={order} />}
    </>
  );
}

/** Covers the row of a deal while another one is dragged, which takes its place when it is dropped there. */
function Place({ deal, order }: HandleProps) {
  const t = useTranslations("deals.desk.order");
  const ref = useRef<HTMLButtonElement>(null);
  const { draggedId, placeOf, moveTo } = order;
  const place = placeOf(deal.id);
  const { dropProps, isDropTarget } = useDrop({
    ref,
    getDropOperation: (types) => (types.has(PLACED) ? "move" : "cancel"),
    onDrop: () => {
      if (draggedId !== null) moveTo(draggedId, place);
    },
  });
  return (
    <button
      type="button"
      {...dropProps}
      ref={ref}
      tabIndex={-1}
      aria-label={t("takePlace", { place: place + 1, name: deal.name })}
      className={cx(
        "absolute inset-0 border-transparent outline-none",
        draggedId !== null && placeOf(draggedId) > place ? "border-t-2" : "border-b-2",
        isDropTarget && "border-accent bg-accent-soft/40",
      )}
    />
  );
}
