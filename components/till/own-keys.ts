"use client";

import { useSyncExternalStore } from "react";
import { rememberChoice, rememberedChoice } from "@/components/kit/device-choice";

const NAME = "till-keys";
const OWN = "own";
const listeners = new Set<() => void>();

/**
 * Whether this device keeps its keyboard closed at the till, as one with a built-in scanner does: the box has the focus all the same,
 * and amounts are typed on a pad of the page.
 */
export function useOwnKeys(): boolean {
  return useSyncExternalStore(subscribe, hasOwnKeys, () => false);
}

export function hasOwnKeys(): boolean {
  return rememberedChoice(NAME) === OWN;
}

export function chooseOwnKeys(isOwn: boolean): void {
  rememberChoice(NAME, isOwn ? OWN : "device");
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
