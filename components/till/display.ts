"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { newReference } from "@/components/kit/reference";
import type { TillDisplay, TillShown } from "@/lib/areas/display/schemas";

// The screen of this till's customer display, and the display's state. The page tells; whatever keeps the display (display-link.ts)
// listens. Without a display nobody does.

const MARK = "points.display";
const NONE: TillDisplay = { state: "none" };

interface AskedPin {
  walletCode: string;
  question: string;
}

let askedPin: AskedPin | null = null;
let shown: TillShown = { name: "idle" };
/** Of a window over the sale, which the customer sees instead of the sale. */
let over: TillShown | null = null;
let display: TillDisplay = NONE;
let isMarked: boolean | undefined;
const listeners = new Set<() => void>();

const announce = () => {
  for (const listener of listeners) listener();
};

export function subscribeToDisplay(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Sets the customer's screen. Another bill ends the asking for a PIN; a late quote of the same bill does not. */
export function tellDisplay(told: TillShown): void {
  if (JSON.stringify(told) === JSON.stringify(shown)) return;
  if (told.name !== "idle" && !isSameBill(told, shown)) askedPin = null;
  shown = told;
  announce();
}

const isSameBill = (told: TillShown, before: TillShown) =>
  told.name === "bill" &&
  before.name === "bill" &&
  told.operation === before.operation &&
  told.value === before.value;

/** Sets the customer's screen while a window is open over the sale; null shows the sale again. */
export function tellDisplayOver(told: TillShown | null): void {
  if (JSON.stringify(told) === JSON.stringify(over)) return;
  over = told;
  announce();
}

/** Asks the customer of this wallet for a first PIN while nothing else is shown but a bill that is being typed; null ends that. */
export function askNewPin(walletCode: string | null): void {
  if (walletCode === null && askedPin === null) return;
  askedPin = walletCode === null ? null : { walletCode, question: newReference() };
  announce();
}

export const currentAskedPin = (): AskedPin | null => askedPin;

export const currentShown = (): TillShown => over ?? ofSale();

const ofSale = (): TillShown =>
  (shown.name === "idle" || shown.name === "bill") && askedPin !== null
    ? { name: "newPin", ...askedPin }
    : shown;

/** How the display is, as far as this page knows. */
export const currentDisplay = (): TillDisplay => display;

export function noteDisplay(view: TillDisplay): void {
  display = view;
  isMarked = view.state !== "none";
  try {
    if (isMarked) localStorage.setItem(MARK, "1");
    else localStorage.removeItem(MARK);
  } catch {
    // Without a store the page forgets its display when it is left, and pairs it again.
  }
  announce();
}

/** Whether this device had a display when it was last asked: a till without one asks nobody. */
export function mayHaveDisplay(): boolean {
  try {
    isMarked ??= localStorage.getItem(MARK) !== null;
  } catch {
    isMarked = false;
  }
  return isMarked;
}

/** How the customer's display of this till is. */
export function useDisplay(): TillDisplay {
  return useSyncExternalStore(subscribeToDisplay, currentDisplay, () => NONE);
}

/** The customer's display while they are to answer there: one that is present, until the cashier says that they answer here. */
export function useDisplayToAnswer() {
  const display = useDisplay();
  const [isHere, setHere] = useState(false);
  const isThere = display.state === "paired" && display.isPresent && !isHere;
  return { there: isThere ? display : null, answerHere: () => setHere(true) };
}

/** The wallet whose customer is asked for a first PIN. */
export function useAskedPin() {
  return useSyncExternalStore(subscribeToDisplay, currentAskedPin, () => null);
}

/** Shows this to the customer while the calling component is there, and nothing afterwards; null leaves what is shown. */
export function useShown(shown: TillShown | null): void {
  useEffect(() => {
    if (shown !== null) tellDisplay(shown);
  }, [shown]);
  useEffect(() => () => tellDisplay({ name: "idle" }), []);
}
