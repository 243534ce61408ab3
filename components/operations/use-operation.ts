"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useMe } from "@/components/kit/use-me";
import type { Posted, TillOperation } from "@/lib/areas/till/schemas";
import { notePosted } from "./note-posted";
import type { OperationFacts, OperationRequest } from "./record";
import { type OperationOrder, type OperationRun, type OperationState, startRun } from "./run";
import { tabOf } from "./tab";

export interface OperationHandle<Name extends TillOperation> {
  state: OperationState;
  /**
   * Carries the operation out, at most once. Does nothing while one is running or unknown, so that pressing twice, or
   * holding Enter down, is pressing once. `facts` are for people, should the outcome only be known later.
   */
  run(
    request: OperationRequest<Name>,
    facts?: Partial<OperationFacts>,
    /** Under which a person let it pass its limits. */
    reference?: string,
  ): void;
  /** While unknown: asks at once. After a refusal: does the same anew, under a new reference. */
  retry(): void;
  /** Back to idle. An operation still on its way goes on by itself and appears among the kept ones. */
  reset(): void;
}

const IDLE = { status: "idle" } as const;

/** Leaves the PIN out of the order that a repetition uses: the PIN is typed anew. */
function withoutPin<Name extends TillOperation>(order: OperationOrder<Name>): OperationOrder<Name> {
  return { ...order, request: { ...order.request, pin: undefined } };
}

/**
 * One place from which an operation is started. Doubling and losing are out of the question whatever happens to the page,
 * the tab or the network: see {@link startRun}. The wallet and the lists of entries in the query cache follow by themselves.
 * `onDone` is called when it was carried out while the calling component is shown.
 */
export function useOperation<Name extends TillOperation>(
  operation: Name,
  { onDone }: { onDone?: (posted: Posted) => void } = {},
): OperationHandle<Name> {
  const { user } = useMe();
  const client = useQueryClient();
  const [state, setState] = useState<OperationState>(IDLE);
  const [order, setOrder] = useState<OperationOrder<Name> | null>(null);
  const present = useRef<OperationRun | null>(null);
  useEffect(() => () => present.current?.leave(), []);

  const report = (next: OperationState) => {
    if (next.status === "done" || next.status === "refused") present.current = null;
    setState(next);
    if (next.status !== "done") return;
    notePosted(client, next.posted);
    onDone?.(next.posted);
  };
  const start = (order: OperationOrder<Name>) => {
    if (present.current !== null) return;
    setOrder(withoutPin(order));
    setState({ status: "running", isChecking: false });
    present.current = startRun(tabOf(user), order, report);
  };
  return {
    state,
    run: (request, facts, reference) =>
      start({
        operation,
        request,
        facts: { walletId: null, walletName: null, ...facts },
        ...(reference !== undefined && { reference }),
      }),
    retry: () => {
      if (present.current !== null) present.current.askNow();
      else if (state.status === "refused" && order !== null) {
        const { reference: _used, ...anew } = order;
        start(anew);
      }
    },
    reset: () => {
      present.current?.leave();
      present.current = null;
      setOrder(null);
      setState(IDLE);
    },
  };
}
