import type { TillDisplay, TillShown } from "@/lib/areas/display/schemas";

// The screen of this till's customer display, and the display's state. The page tells; whatever keeps the display (display-link.ts)
// listens. Without a display nobody does.

const MARK = "points.display";
const NONE: TillDisplay = { state: "none" };

let shown: TillShown = { name: "idle" };
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

/** Sets the customer's screen. */
export function tellDisplay(told: TillShown): void {
  if (JSON.stringify(told) === JSON.stringify(shown)) return;
  shown = told;
  announce();
}

export const currentShown = (): TillShown => shown;

/** How the display is, as far as this page knows. */
export const currentDisplay = (): TillDisplay => display;
export const displayOnServer = (): TillDisplay => NONE;

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
