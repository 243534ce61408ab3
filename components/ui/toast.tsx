"use client";

import { useSyncExternalStore } from "react";
import { lazyPart } from "./lazy-part";
import { isToastNeeded, subscribeToToasts } from "./toast-queue";

const ToastRegion = lazyPart(async () => (await import("./toast-region")).ToastRegion, { isOverlay: true });

/** Where toasts appear; once in the page. Their component is fetched with the first of them. */
export function Toasts() {
  const isShown = useSyncExternalStore(subscribeToToasts, isToastNeeded, () => false);
  return isShown && <ToastRegion />;
}
