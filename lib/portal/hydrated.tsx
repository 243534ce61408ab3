"use client";

import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { notePerson } from "./page-own";

/** Answers that the server read ahead, as one text: as an object they would be walked value by value three times for every page. */
export interface ReadAheadAnswers {
  json: string;
  /** The person to whom they were given; undefined where nobody is signed in. */
  userId: number | undefined;
}

/** Arrived answers, under this device's own time. A page that is shown again from memory arrives only once. */
const arrivals = new WeakMap<ReadAheadAnswers, DehydratedState>();

/**
 * Puts what the server read ahead into the query cache, as if it had been fetched when it arrived. Its own time is the
 * server's: a till whose clock is wrong would fetch everything twice, or take an old answer for the newest.
 */
export function Hydrated({ answers, children }: { answers: ReadAheadAnswers; children: ReactNode }) {
  return <HydrationBoundary state={arrived(answers)}>{children}</HydrationBoundary>;
}

function arrived(answers: ReadAheadAnswers): DehydratedState {
  notePerson(answers.userId);
  let own = arrivals.get(answers);
  if (own === undefined) {
    const dataUpdatedAt = Date.now();
    const state: DehydratedState = JSON.parse(answers.json);
    own = {
      ...state,
      queries: state.queries.map((query) => ({
        ...query,
        dehydratedAt: dataUpdatedAt,
        state: { ...query.state, dataUpdatedAt },
      })),
    };
    arrivals.set(answers, own);
  }
  return own;
}
