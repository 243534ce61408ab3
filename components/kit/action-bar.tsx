"use client";

import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { cx } from "@/components/ui/cx";

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

/** Measures of the window, in CSS pixels; `scale` is 1 while nobody has zoomed in with two fingers. */
interface Viewports {
  /** Of the page's own window, which fixed and sticky parts keep to. */
  height: number;
  /** Of the part of it that can be seen. */
  visible: { height: number; offsetTop: number; scale: number };
}

/**
 * How much of the lower edge of the page's window is out of sight, and how high the keyboard on the screen is that takes the room, both
 * in whole CSS pixels: they differ while the part that can be seen is moved down. 0 while the page is zoomed, for then that part says
 * where a person looks, not what is covered.
 */
export function coveredEdge({ height, visible }: Viewports): { covered: number; keyboard: number } {
  if (visible.scale > 1) return { covered: 0, keyboard: 0 };
  const keyboard = Math.max(0, Math.round(height - visible.height));
  return { covered: Math.max(0, keyboard - Math.round(visible.offsetTop)), keyboard };
}

/** The height of the page's own window. Browsers do not agree on which of the two a keyboard makes smaller. */
function windowHeight(): number {
  return Math.max(window.innerHeight, document.documentElement.clientHeight);
}

/** Keeps `--covered` and `--keyboard` of the document up to date: see {@link coveredEdge}. Calls `onChange` after each change. */
function watchCoveredEdge(onChange: () => void): () => void {
  const { visualViewport } = window;
  const { style } = document.documentElement;
  let known = { covered: 0, keyboard: 0 };
  const measure = () => {
    if (visualViewport === null) return;
    const edge = coveredEdge({ height: windowHeight(), visible: visualViewport });
    if (edge.covered === known.covered && edge.keyboard === known.keyboard) return;
    known = edge;
    style.setProperty("--covered", `${edge.covered}px`);
    style.setProperty("--keyboard", `${edge.keyboard}px`);
    onChange();
  };
  measure();
  visualViewport?.addEventListener("resize", measure);
  visualViewport?.addEventListener("scroll", measure);
  return () => {
    visualViewport?.removeEventListener("resize", measure);
    visualViewport?.removeEventListener("scroll", measure);
    style.removeProperty("--covered");
    style.removeProperty("--keyboard");
  };
}
