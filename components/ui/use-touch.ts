"use client";

import { useSyncExternalStore } from "react";

const COARSE = "(pointer: coarse)";

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(COARSE);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether fingers are the pointer of this device. */
export function useTouch(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(COARSE).matches,
    () => false,
  );
}
