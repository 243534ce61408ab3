"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { isConnected } from "@/components/kit/connection";
import { NEEDS_CONNECTION_TEXTS, PortalError, toPortalError } from "@/components/kit/error";
import { outdate } from "@/components/kit/query";
import { useMe } from "@/components/kit/use-me";
import type { OperationRun } from "@/components/operations/run";
import { tabOf } from "@/components/operations/tab";
import { QUOTE_FRESH_MS, quoteQuery } from "@/components/wallet/queries";
import { useLookup } from "@/components/wallet/use-wallet";
import type { Quote } from "@/lib/areas/till/schemas";
import { INITIAL_TILL, step } from "./till-state";
import type { TillEffect, TillEvent, TillState } from "./till-types";

export interface Till {
  state: TillState;
  send(event: TillEvent): void;
  /** While it is unknown what became of the operation: asks at once. */
  askNow(): void;
}

/** Carries operations out. This part comes after the page, and before a customer can be served. */
export const loadTillOperations = () => import("./till-operations");

/** Runs {@link step} for one page: events go in, and what follows from them is done. */
export function useTill(): Till {
  const [state, setState] = useState(INITIAL_TILL);
  /** The state as it is, however many events come before the next rendering. */
  const latest = useRef(INITIAL_TILL);
  const isGone = useRef(false);
  const run = useRef<OperationRun | null>(null);
  const perform = usePerform(run);
  const performNow = useRef(perform);
  useEffect(() => {
    performNow.current = perform;
  });
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      run.current?.leave();
    };
  }, []);
  const send = useCallback((event: TillEvent) => {
    // An answer after the page was left decides nothing any more.
    if (isGone.current) return;
    const outside = { nowMs: performance.now(), isConnected: isConnected() };
    const { state, effects } = step(latest.current, event, outside);
    latest.current = state;
    setState(state);
    for (const effect of effects) performNow.current(effect, send);
  }, []);
  return { state, send, askNow: () => run.current?.askNow() };
}

type Send = Till["send"];

/**
 * The quote of a confirmed bill: the one that is shown while it is fresh, else one of its own. A query that the page shares with the field
 * would be cancelled when the field is typed into, as by the next scan.
 */
function freshQuote(
  client: QueryClient,
  { bill, balance, turn }: Extract<TillEffect, { type: "askQuote" }>,
): Promise<Quote> {
  const query = quoteQuery(bill, balance);
  const shown = client.getQueryState(query.queryKey);
  const isFresh = shown?.data !== undefined && Date.now() - shown.dataUpdatedAt < QUOTE_FRESH_MS;
  if (isFresh && !shown.isInvalidated) return Promise.resolve(shown.data as Quote);
  const own: readonly unknown[] = [...query.queryKey, turn];
  return client.fetchQuery({ ...query, queryKey: own as typeof query.queryKey });
}

function usePerform(run: React.RefObject<OperationRun | null>): (effect: TillEffect, send: Send) => void {
  const client = useQueryClient();
  const lookup = useLookup();
  const { user } = useMe();
  return (effect, send) => {
    switch (effect.type) {
      case "lookUp":
        lookup.mutateAsync(effect.code).then(
          (answer) => send({ type: "found", turn: effect.turn, answer }),
          (thrown) => send({ type: "notFound", turn: effect.turn, error: toPortalError(thrown) }),
        );
        return;
      case "askQuote":
        freshQuote(client, effect).then(
          (quote) => send({ type: "quoted", turn: effect.turn, quote }),
          (thrown) => send({ type: "notQuoted", turn: effect.turn, error: toPortalError(thrown) }),
        );
        return;
      case "keep":
        loadTillOperations()
          .then(({ keepReward }) => keepReward(tabOf(user), effect.order))
          .then(
            (sequence) => send({ type: "kept", turn: effect.turn, sequence }),
            (thrown) => send({ type: "notKept", turn: effect.turn, error: toPortalError(thrown) }),
          );
        return;
      case "start":
        run.current = start(effect);
        return;
      case "leave":
        run.current?.leave();
        run.current = null;
        return;
      case "refreshWallets":
        void outdate(client, "wallets");
        return;
      default:
        effect satisfies never;
    }

    function start({ turn, order }: Extract<TillEffect, { type: "start" }>): OperationRun {
      let begun: OperationRun | null = null;
      let isLeft = false;
      loadTillOperations().then(
        ({ startOperation }) => {
          begun = startOperation(tabOf(user), order, {
            client,
            report: (state) => send({ type: "operation", turn, state }),
          });
          if (isLeft) begun.leave();
        },
        () => {
          const error = new PortalError({ code: "not_sent", texts: NEEDS_CONNECTION_TEXTS });
          send({ type: "operation", turn, state: { status: "refused", error } });
        },
      );
      return {
        askNow: () => begun?.askNow(),
        leave: () => {
          isLeft = true;
          begun?.leave();
        },
      };
    }
  };
}
