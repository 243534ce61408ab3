"use client";

import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";

/** What has arrived, under this device's own time. A page that is shown again from memory arrives only once. */
const arrivals = new WeakMap<DehydratedState, DehydratedState>();

/**
 * Puts what the server read ahead into the query cache, as if it had been fetched when it arrived. Its own time is the
 * server's: a till whose clock is wrong would fetch everything twice, or take an old answer for the newest.
 */
export function Hydrated({ state, children }: { state: DehydratedState; children: ReactNode }) {
  return <HydrationBoundary state={arrived(state)}>{children}</HydrationBoundary>;
}

function arrived(state: DehydratedState): DehydratedState {
  let own = arrivals.get(state);
  if (own === undefined) {
    const dataUpdatedAt = Date.now();
    own = {
      ...state,
      queries: state.queries.map((query) => ({
        ...query,
        dehydratedAt: dataUpdatedAt,
        state: { ...query.state, dataUpdatedAt },
      })),
    };
    arrivals.set(state, own);
  }
  return own;
}
