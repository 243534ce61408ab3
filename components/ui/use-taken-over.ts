import { useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/**
 * As many rows as most screens show before they are scrolled: all that the server renders of a long list. The browser has the
 * data of the others and adds them as soon as it has taken the page over.
 */
export const FIRST_ROWS = 10;

/** False on the server and while the browser takes its page over; true from then on, and on pages that it renders itself. */
export function useTakenOver(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
