"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { ConfirmDialog } from "./confirm-dialog";
import { holdLeaving, isLeavingAgreed, leaveBy, noteRunning, useNavigation } from "./use-navigation";

/** The part of the browser's Navigation API that is used here; not every browser has it. */
interface NavigateEvent extends Event {
  navigationType: "push" | "replace" | "reload" | "traverse";
  destination: { key: string };
}
interface Navigation extends EventTarget {
  traverseTo(key: string): unknown;
}

/** Asks before unsaved work on a page is lost, in whatever way the page is left (see {@link useUnsavedWork}). */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  return <LeaveDialog {...useUnsavedWork(isDirty)} />;
}

/** A way out that was held up, and what can be done about it. */
export interface UnsavedWork {
  /** Goes there after all; null while nothing is asked. */
  leave: (() => void) | null;
  /** Asks before something else that would lose the work, such as closing a panel. */
  ask: (leave: () => void) => void;
  stay: () => void;
}

/**
 * Holds up leaving while there is unsaved work: closing or reloading the page (the browser asks), links, navigation by program
 * ({@link useNavigation}), and Back where browsers allow it. {@link LeaveDialog} asks.
 */
export function useUnsavedWork(isDirty: boolean): UnsavedWork {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const ask = (way: () => void) => setLeave(() => way);
  useGuard(isDirty, ask);
  const close = () => setLeave(null);
  return {
    leave:
      leave &&
      (() => {
        close();
        leave();
      }),
    ask,
    stay: close,
  };
}

export function LeaveDialog({ leave, stay }: UnsavedWork) {
  const t = useTranslations("desk");
  if (leave === null) return null;
  return (
    <ConfirmDialog
      size="small"
      title={t("discardTitle")}
      confirmLabel={t("discard")}
      cancelLabel={t("keepEditing")}
      isDangerous
      onConfirm={leave}
      onClose={stay}
    >
      {t("discardText")}
    </ConfirmDialog>
  );
}

/** While something runs that leaving the page would break off, the browser asks first. */
export function useWarningBeforeUnload(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    const end = noteRunning();
    return () => {
      window.removeEventListener("beforeunload", warn);
      end();
    };
  }, [isRunning]);
}

function useGuard(isDirty: boolean, onLeave: (leave: () => void) => void): void {
  const ask = useEffectEvent(onLeave);
  const navigation = useNavigation();
  useEffect(() => {
    if (!isDirty) return;
    const release = holdLeaving((leave) => ask(leave));
    const ended = new AbortController();
    const listen = { capture: true, signal: ended.signal };
    window.addEventListener("beforeunload", (event) => !isLeavingAgreed() && event.preventDefault(), listen);
    window.addEventListener(
      "click",
      (event) => {
        const path = linkedPath(event);
        if (path === null || isLeavingAgreed()) return;
        event.preventDefault();
        event.stopPropagation();
        navigation.push(path);
      },
      listen,
    );
    const { navigation: traversal } = window as unknown as { navigation?: Navigation };
    traversal?.addEventListener(
      "navigate",
      (event) => {
        const { navigationType, destination, cancelable } = event as NavigateEvent;
        if (navigationType !== "traverse" || !cancelable || isLeavingAgreed()) return;
        event.preventDefault();
        leaveBy(() => traversal.traverseTo(destination.key));
      },
      listen,
    );
    return () => {
      ended.abort();
      release();
    };
  }, [isDirty, navigation]);
}

/** The page of the portal that a click leads to in this window; null for every other click. */
function linkedPath(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || (link.target !== "" && link.target !== "_self")) return null;
  if (link.origin !== window.location.origin || link.hasAttribute("download")) return null;
  if (link.pathname === window.location.pathname) return null;
  return link.pathname + link.search + link.hash;
}
