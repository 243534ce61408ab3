"use client";

import { useEffect, useEffectEvent } from "react";

const MARK = "isOverTill";

/** While something is open over the till, Back closes it and nothing else: it has a place of its own in the browser's history. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    window.history.pushState({ ...window.history.state, [MARK]: true }, "");
    const onBack = () => close();
    window.addEventListener("popstate", onBack);
    return () => {
      window.removeEventListener("popstate", onBack);
      // Closed by another hand: the place goes with it. A link that was followed has its own.
      if (window.history.state?.[MARK] === true) window.history.back();
    };
  }, [isOpen]);
}
