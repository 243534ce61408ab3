import type { ReactNode } from "react";

/** The class of the element that a {@link Tooltip} belongs to and stands in. */
export const TOOLTIP_OWNER = "group/tooltip relative";

/**
 * A short text over its control, hidden from screen readers: shown by the pointer after a moment and by keyboard focus
 * at once. The control's own name says the same. CSS only, because it is on every page.
 */
export function Tooltip({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute end-0 top-full z-40 mt-1.5 hidden w-max max-w-48 rounded-md bg-ink px-2.5 py-1.5 font-normal text-canvas text-sm group-focus-visible/tooltip:block group-hover/tooltip:block group-hover/tooltip:animate-[appear_120ms_500ms_both] print:hidden"
    >
      {children}
    </span>
  );
}
