import type { ReactNode } from "react";

/** The class of the element that a {@link Tooltip} belongs to and stands in. */
export const TOOLTIP_OWNER = "group/tooltip relative";

/**
 * A word or two over the control it stands in, for the eye only: shown by the pointer after a moment and by keyboard focus
 * at once. The control's own name says the same to screen readers. It is styles alone, because it is on every page.
 */
export function Tooltip({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden
      className="pointer-events-none invisible absolute top-full z-40 mt-1.5 w-max max-w-48 rounded-md bg-ink px-2.5 py-1.5 font-normal text-canvas text-sm opacity-0 transition-opacity group-data-focus-visible/tooltip:visible group-data-hovered/tooltip:visible group-data-focus-visible/tooltip:opacity-100 group-data-hovered/tooltip:opacity-100 group-data-hovered/tooltip:delay-500 print:hidden"
    >
      {children}
    </span>
  );
}
