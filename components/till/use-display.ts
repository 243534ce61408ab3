"use client";

import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import type { TillDisplay, TillShown } from "@/lib/areas/display/schemas";
import {
  askedPinOnServer,
  currentAskedPin,
  currentDisplay,
  displayOnServer,
  mayHaveDisplay,
  subscribeToDisplay,
  tellDisplay,
} from "./display-store";

/** Keeps a display; only a till that has one fetches this part. */
export const loadDisplayLink = () => import("./display-link");

/** How the customer's display of this till is. */
export function useDisplay(): TillDisplay {
  return useSyncExternalStore(subscribeToDisplay, currentDisplay, displayOnServer);
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
  return useSyncExternalStore(subscribeToDisplay, currentAskedPin, askedPinOnServer);
}

/** Keeps the display of the till, if it has one, while the calling page is open. `onPin`: the customer has typed the PIN. */
export function useKeptDisplay(branchId: number, onPin: () => void): void {
  const isKept = useSyncExternalStore(subscribeToDisplay, mayHaveDisplay, () => false);
  const pinGiven = useEffectEvent(onPin);
  useEffect(() => {
    if (!isKept) return;
    const left = new AbortController();
    void loadDisplayLink().then(
      ({ keepDisplay }) => keepDisplay(branchId, { signal: left.signal, onPin: () => pinGiven() }),
      () => undefined,
    );
    return () => left.abort();
  }, [isKept, branchId]);
}

/** Shows this to the customer while the calling component is there, and nothing afterwards; null leaves what is shown. */
export function useShown(shown: TillShown | null): void {
  useEffect(() => {
    if (shown !== null) tellDisplay(shown);
  }, [shown]);
  useEffect(() => () => tellDisplay({ name: "idle" }), []);
}
