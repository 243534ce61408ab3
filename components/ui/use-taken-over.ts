import { useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/** False on the server and while the browser takes its page over; true from then on, and on pages that it renders itself. */
export function useTakenOver(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
