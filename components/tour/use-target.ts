"use client";

import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";
import { useNavigation } from "@/components/kit/use-navigation";
import type { TourStop } from "./stops";

/** How long a page may take to show what is pointed at; after that the stop stands alone. */
const WAIT_MS = 6_000;
/** Marks it for the styles (app/globals.css). */
const MARK = "data-tour-stop";

/**
 * The element of a stop: opens its page, waits until it is there, brings it into view and marks it. Undefined until then; null
 * where there is none.
 */
export function useTarget({ path, target }: TourStop): HTMLElement | null | undefined {
  const navigation = useNavigation();
  const pathname = usePathname();
  const isThere = path === undefined || pathname === path;
  const [found, setFound] = useState<{ target: string; element: HTMLElement | null }>();
  useEffect(() => {
    if (!isThere && path !== undefined) navigation.push(path);
  }, [isThere, path, navigation]);
  useEffect(() => {
    if (!isThere) return;
    const look = () => {
      const element = inView(target);
      if (element === undefined) return;
      stop();
      element.scrollIntoView({ block: "center", behavior: "instant" });
      element.setAttribute(MARK, "");
      setFound({ target, element });
    };
    const observer = new MutationObserver(look);
    const timer = setTimeout(() => {
      stop();
      setFound({ target, element: null });
    }, WAIT_MS);
    const stop = () => {
      observer.disconnect();
      clearTimeout(timer);
    };
    observer.observe(document.body, { childList: true, subtree: true });
    look();
    return () => {
      stop();
      document.querySelector(`[${MARK}]`)?.removeAttribute(MARK);
    };
  }, [isThere, target]);
  return isThere && found?.target === target ? found.element : undefined;
}

function inView(selector: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(selector)].find(
    (element) => element.getClientRects().length > 0,
  );
}
