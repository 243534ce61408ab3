"use client";

import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { BUTTON_BASE, BUTTON_VARIANTS, type ButtonVariant } from "./button-styles";
import { cx } from "./cx";
import { Pressable, type PressableProps } from "./pressable";

interface IconButtonProps extends Omit<PressableProps, "children"> {
  icon: LucideIcon;
  /** Its name for screen readers, and its tooltip. */
  label: string;
  variant?: ButtonVariant;
  /** Turns an icon that points forward around in right-to-left pages. */
  isMirrored?: boolean;
  className?: string;
}

/** A square button with an icon only. */
export function IconButton({
  icon: Icon,
  label,
  variant = "quiet",
  isMirrored = false,
  className,
  ...props
}: IconButtonProps) {
  return (
    <Pressable
      {...props}
      aria-label={label}
      className={cx(TOOLTIP_OWNER, BUTTON_BASE, BUTTON_VARIANTS[variant], "size-control shrink-0", className)}
    >
      <Icon aria-hidden className={cx("size-5", isMirrored && "rtl:-scale-x-100")} />
      <Tooltip>{label}</Tooltip>
    </Pressable>
  );
}

/** The class of the element that a {@link Tooltip} belongs to and stands in. */
const TOOLTIP_OWNER = "group/tooltip relative";

/**
 * A short text over its control, hidden from screen readers: shown by the pointer after a moment and by keyboard focus
 * at once. The control's own name says the same. CSS only, because it is on every page.
 */
function Tooltip({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute end-0 top-full z-40 mt-1.5 hidden w-max max-w-48 rounded-md bg-ink px-2.5 py-1.5 font-normal text-canvas text-sm group-focus-visible/tooltip:block group-hover/tooltip:block group-hover/tooltip:animate-[appear_120ms_500ms_both] print:hidden"
    >
      {children}
    </span>
  );
}
