"use client";

import { lazy, Suspense, useSyncExternalStore } from "react";
import { isToastNeeded, subscribeToToasts } from "./toast-queue";

const ToastRegion = lazy(async () => ({ default: (await import("./toast-region")).ToastRegion }));

/** Where toasts appear; once in the page. What shows them is fetched with the first of them. */
export function Toasts() {
  const isShown = useSyncExternalStore(subscribeToToasts, isToastNeeded, () => false);
  return <Suspense>{isShown && <ToastRegion />}</Suspense>;
}
