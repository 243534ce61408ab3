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

const SCANNER = "till-scanner";

/** A scanner typed into this page: the device has one, and is offered to keep its keyboard closed. */
export function noteScanner(): void {
  if (hasScanner()) return;
  rememberChoice(SCANNER, "seen");
  for (const listener of listeners) listener();
}

/** Whether a scanner was seen on this device. */
export function useScannerSeen(): boolean {
  return useSyncExternalStore(subscribe, hasScanner, () => false);
}

function hasScanner(): boolean {
  return rememberedChoice(SCANNER) !== undefined;
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
