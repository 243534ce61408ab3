"use client";

import { useEffect } from "react";
import { send } from "@/components/kit/contract";
import { deals as api } from "@/lib/areas/deals/contract";
import type { DealLooks } from "@/lib/areas/deals/schemas";

/** How long looks wait to be told together. */
const TELL_AFTER_MS = 2_000;

/** Deals that this page has told of: it is one look however often a list is drawn or fetched again. */
const told = { seen: new Set<number>(), opened: new Set<number>() };
let waiting: { seen: number[]; opened: number[] } = { seen: [], opened: [] };
let isTelling = false;

function note(kind: "seen" | "opened", dealIds: readonly number[]): void {
  for (const id of dealIds) {
    if (told[kind].has(id)) continue;
    told[kind].add(id);
    waiting[kind].push(id);
  }
  if (isTelling || waiting.seen.length + waiting.opened.length === 0) return;
  isTelling = true;
  setTimeout(tell, TELL_AFTER_MS);
}

/** Nobody waits for it, and nothing is shown when it fails. */
function tell(): void {
  isTelling = false;
  const body: DealLooks = waiting;
  waiting = { seen: [], opened: [] };
  send(api.looks, { body }).catch(() => undefined);
}

/** Counts the deals of a list as seen, once for each time that the list is come to. */
export function useSeenDeals(dealIds: readonly number[]): void {
  const ids = dealIds.join();
  useEffect(() => {
    if (ids !== "") note("seen", ids.split(",").map(Number));
  }, [ids]);
  useEffect(() => () => told.seen.clear(), []);
}

/** Counts a deal as opened, once for each time that it is. */
export function useOpenedDeal(dealId: number): void {
  useEffect(() => {
    note("opened", [dealId]);
    return () => void told.opened.delete(dealId);
  }, [dealId]);
}
