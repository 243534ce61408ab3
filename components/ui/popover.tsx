"use client";

import { Popover, type PopoverProps } from "react-aria-components/Popover";
import { cx } from "./cx";

const FLOATING =
  "rounded-xl border border-line bg-raised text-ink shadow-floating outline-none animate-[appear_100ms]";

/** The box in which menus, lists and calendars float. */
export function FloatingBox({
  className,
  ...props
}: Omit<PopoverProps, "className"> & { className?: string }) {
  return <Popover offset={6} {...props} className={cx(FLOATING, "max-w-[calc(100vw-1rem)]", className)} />;
}
