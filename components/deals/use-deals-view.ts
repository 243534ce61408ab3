"use client";

import { useSyncExternalStore } from "react";
import { rememberChoice, rememberedChoice } from "@/components/kit/device-choice";
import { DEALS_VIEW_COOKIE, type DealsView, readDealsView } from "./deals-view";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function rememberedView(): DealsView {
  return readDealsView(rememberedChoice(DEALS_VIEW_COOKIE));
}

/**
 * The layout of the deals and its setter. `first` is what the server read from the request; a page shown again from
 * memory may be older than the choice.
 */
export function useDealsView(first: DealsView): [DealsView, (view: DealsView) => void] {
  const view = useSyncExternalStore(subscribe, rememberedView, () => first);
  const change = (chosen: DealsView) => {
    rememberChoice(DEALS_VIEW_COOKIE, chosen);
    for (const listener of listeners) listener();
  };
  return [view, change];
}
