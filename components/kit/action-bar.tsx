"use client";

import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { cx } from "@/components/ui/cx";
import { watchCoveredEdge, windowHeight } from "./covered-edge";

/**
 * The end of a form: what will come of it, and the button. Where the form is longer than the window the bar stays at its lower
 * edge, above the navigation of a phone and above a keyboard on the screen; it never covers what stands before its parent. While
 * something is typed, all of the bar is brought into view when that changes, and when the bar grows.
 */
export function ActionBar({
  typed = null,
  className,
  children,
}: {
  /** Text of the form's main field; null while the field is empty, or where there is no form. */
  typed?: number | string | null | undefined;
  /** Layout only: padding, margins. */
  className?: string;
  children: ReactNode;
}) {
  const bar = useRef<HTMLDivElement>(null);
  const show = useEffectEvent(() => {
    if (typed !== null) showWhole(bar.current);
  });
  useEffect(() => {
    const stopWatching = watchCoveredEdge(() => show());
    const growth = new ResizeObserver(() => show());
    if (bar.current) growth.observe(bar.current);
    return () => {
      stopWatching();
      growth.disconnect();
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is what it follows.
  useEffect(() => show(), [typed]);
  return (
    <div
      ref={bar}
      data-action-bar
      className={cx(
        "sticky top-(--header) bottom-[max(var(--foot),var(--covered,0px))] z-10 border-line border-t bg-surface",
        className,
      )}
    >
      {children}
    </div>
  );
}

/** Scrolls by what of the bar is below the place where it can stay, while its form has the focus. */
function showWhole(bar: HTMLElement | null): void {
  const form = bar?.closest("form");
  if (!bar || !form?.contains(document.activeElement)) return;
  const edge = windowHeight() - Number.parseFloat(getComputedStyle(bar).bottom);
  const excess = bar.getBoundingClientRect().bottom - edge;
  if (excess > 1) window.scrollBy({ top: excess, behavior: "instant" });
}
