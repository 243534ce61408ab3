"use client";

import { useIsMutating, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { isConnected } from "@/components/kit/connection";
import { isLeavingHeld } from "@/components/kit/use-navigation";
import { isAtWork } from "@/components/operations/tab";
import { isDialogOpen } from "@/components/ui/is-dialog-open";
import { newerRelease, subscribeToRelease } from "@/lib/portal/page-own";

/** A till between two customers is not touched for as long; any other page may be being read. */
const TILL_CALM_MS = 30_000;
const PAGE_CALM_MS = 5 * 60_000;
const SIGNS = ["keydown", "pointerdown", "wheel"] as const;

/**
 * Loads the page again when the service is of a newer release: as soon as nobody has touched it for a while and nothing on it would be lost.
 * An open till would otherwise stay of the old release for days.
 */
export function ReleaseWatch() {
  const client = useQueryClient();
  const isChanging = useIsMutating() > 0;
  const release = useSyncExternalStore(subscribeToRelease, newerRelease, () => undefined);
  const isAtRest = useEffectEvent(() => {
    const isHeld = isChanging || client.isMutating() > 0 || isAtWork() || isLeavingHeld();
    return !isHeld && !isDialogOpen() && !isTyped() && isConnected() && !wasLoadedFor(release ?? "");
  });
  useEffect(() => {
    if (release === undefined) return;
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          if (!isAtRest()) return wait();
          noteLoadedFor(release);
          window.location.reload();
        },
        document.querySelector("[data-till]") ? TILL_CALM_MS : PAGE_CALM_MS,
      );
    };
    for (const sign of SIGNS) window.addEventListener(sign, wait, { capture: true, signal: ended.signal });
    wait();
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [release]);
  return null;
}

/** The till serves a customer, or the focused field holds text. */
function isTyped(): boolean {
  const serving = document.querySelector("[data-till]:not([data-till=ready])");
  const field = document.activeElement;
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return serving !== null || (isField && field.value !== "");
}

const KEY = "points.loaded-for";

/** Servers of two releases may stand behind one address for a while: a page is loaded once for each. */
function wasLoadedFor(release: string): boolean {
  return sessionStorage.getItem(KEY) === release;
}

function noteLoadedFor(release: string): void {
  sessionStorage.setItem(KEY, release);
}
