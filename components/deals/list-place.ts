"use client";

/**
 * Keeps the place in the list in the browser's history: the list's entry has the opened deal, the deal's entry says
 * that the list is right behind it. Both survive a reload and end with the entry.
 */
interface PlaceState {
  openedDeal?: number;
  isFromList?: boolean;
}

let isOpening = false;
let lastAddress = "/deals";

function note(place: PlaceState): void {
  window.history.replaceState({ ...window.history.state, ...place }, "");
}

/** A deal is being opened from the list. */
export function leaveList(dealId: number): void {
  note({ openedDeal: dealId });
  lastAddress = window.location.pathname + window.location.search;
  isOpening = true;
}

/** The deal from which the list was come back to; null when it was come to in another way. */
export function openedDeal(): number | null {
  return (window.history.state as PlaceState | null)?.openedDeal ?? null;
}

/** A deal is shown. True when it was opened from the list just now. */
export function arriveFromList(): boolean {
  const wasOpening = isOpening;
  isOpening = false;
  if (wasOpening) note({ isFromList: true });
  return wasOpening;
}

/** Whether going back in the history leads to the list. */
export function isListBehind(): boolean {
  return (window.history.state as PlaceState | null)?.isFromList === true;
}

/** The list as it was left last. */
export function listAddressBefore(): string {
  return lastAddress;
}
