"use client";

import { useRouter } from "next/navigation";
import { useMemo } from "react";

type AskFirst = (leave: () => void) => void;

/** Forms and pages with unsaved work, the one opened last at the end. */
const holders: AskFirst[] = [];

/** True from when the user agreed to leave, until other work is unsaved. */
let isAgreed = false;

/** From now on {@link leaveBy} asks by `ask`. Returns how to end that. */
export function holdLeaving(ask: AskFirst): () => void {
  isAgreed = false;
  holders.push(ask);
  return () => void holders.splice(holders.indexOf(ask), 1);
}

/** Things that leaving the page would break off, such as a file that is being sent. */
let running = 0;

/** Something runs from now on that leaving would break off. Returns how to say that it ended. */
export function noteRunning(): () => void {
  running += 1;
  return () => {
    running -= 1;
  };
}

/** Whether anything would be lost with this page. */
export function isLeavingHeld(): boolean {
  return holders.length > 0 || running > 0;
}

/** Runs `way`, which loses the unsaved work of this page: at once where there is none, otherwise after the user agreed. */
export function leaveBy(way: () => void): void {
  const ask = isAgreed ? undefined : holders.at(-1);
  if (ask === undefined) way();
  else
    ask(() => {
      isAgreed = true;
      way();
    });
}

export function isLeavingAgreed(): boolean {
  return isAgreed;
}

/** After a way out that led nowhere: the unsaved work is still there, and the next way out asks again. */
export function stayHere(): void {
  isAgreed = false;
}

interface Way {
  /** True when this very act saved the work on the page, or gave it up. */
  isAgreed?: boolean;
  /** Runs once it is sure that the page is left. */
  onLeave?: () => void;
}

/** The only way to another page by program; unsaved work is asked about first (`UnsavedGuard`). */
export function useNavigation() {
  const router = useRouter();
  return useMemo(() => {
    const by = (go: () => void, { isAgreed: isAgreedNow = false, onLeave }: Way = {}) => {
      if (isAgreedNow) isAgreed = true;
      leaveBy(() => {
        onLeave?.();
        go();
      });
    };
    return {
      push: (path: string, way?: Way) => by(() => router.push(path), way),
      replace: (path: string, way?: Way) => by(() => router.replace(path), way),
      back: () => by(router.back),
      /** Asks the server for this page again. Typed text stays. */
      refresh: router.refresh,
    };
  }, [router]);
}
