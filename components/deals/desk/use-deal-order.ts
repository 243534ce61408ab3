"use client";

import { useState } from "react";
import { useSend } from "@/components/kit/contract";
import type { PortalError } from "@/components/kit/error";
import { deskDeals as api } from "@/lib/areas/deals/desk-contract";
import { carriedOrder, isReordered } from "./carried-order";

/** The order of the deals while it is being changed. Places are numbered from 0. */
export interface DealOrder {
  count: number;
  /** -1: a deal that is over, which has no place. */
  placeOf: (id: number) => number;
  moveTo: (id: number, place: number) => void;
  /** Rows in the order that is being made; those without a place stay where they are. */
  sorted: <Row extends { id: number }>(rows: readonly Row[]) => readonly Row[];
  /** The deal that was moved last. */
  movedId: number | null;
  /** The deal that is being dragged. */
  draggedId: number | null;
  onDrag: (id: number | null) => void;
  isDirty: boolean;
  /** Others changed the deals or their order since the change was begun, or the change was refused. */
  problem: "behind" | PortalError | null;
  isSaving: boolean;
  save: (onSaved: () => void) => void;
  reset: () => void;
}

/**
 * Keeps a changed order until it is saved or given up. `present` is the order as it is: of the deals of a merchant, or with null of all
 * merchants.
 */
export function useDealOrder(present: readonly number[], merchantId: number | null): DealOrder {
  /** The order that is being made, and the list that it was begun on. */
  const [work, setWork] = useState<{
    merchantId: number | null;
    from: readonly number[];
    order: readonly number[];
    movedId: number;
  } | null>(null);
  const [draggedId, setDraggedId] = useState<number | null>(null);
  const send = useSend(api.reorder);
  const begun = work?.merchantId === merchantId ? work : null;
  const order = begun === null ? present : carriedOrder(begun.order, present);
  const isDirty = present.some((id, place) => id !== order[place]);
  const placeOf = (id: number) => order.indexOf(id);
  const isBehind = isDirty && begun !== null && isReordered(begun.from, present);
  return {
    count: order.length,
    placeOf,
    moveTo: (id, place) => {
      const others = order.filter((one) => one !== id);
      const from = isDirty && begun !== null ? begun.from : present;
      const moved = [...others.slice(0, place), id, ...others.slice(place)];
      setWork({ merchantId, from, order: moved, movedId: id });
    },
    sorted: (rows) => {
      const placed = rows
        .filter(({ id }) => placeOf(id) >= 0)
        .sort((one, other) => placeOf(one.id) - placeOf(other.id));
      return rows.map((row) => (placeOf(row.id) < 0 ? row : (placed.shift() ?? row)));
    },
    movedId: begun?.movedId ?? null,
    draggedId,
    onDrag: setDraggedId,
    isDirty,
    problem: isBehind || send.error?.code === "conflict" ? "behind" : send.error,
    isSaving: send.isPending,
    save: (onSaved) =>
      send.mutate(
        { body: { merchantId, from: [...present], to: [...order] } },
        {
          onSuccess: () => {
            setWork(null);
            onSaved();
          },
        },
      ),
    reset: () => {
      setWork(null);
      send.reset();
    },
  };
}
