"use client";

import type { ReactNode } from "react";
import { Dialog } from "react-aria-components/Dialog";
import {
  Popover as AriaPopover,
  type PopoverProps as AriaPopoverProps,
  DialogTrigger,
} from "react-aria-components/Popover";
import { cx } from "./cx";

export const FLOATING =
  "rounded-xl border border-line bg-raised text-ink shadow-floating outline-none animate-[appear_100ms]";

/** The box in which menus, lists and calendars float. */
export function FloatingBox({
  className,
  ...props
}: Omit<AriaPopoverProps, "className"> & { className?: string }) {
  return (
    <AriaPopover offset={6} {...props} className={cx(FLOATING, "max-w-[calc(100vw-1rem)]", className)} />
  );
}

export interface PopoverProps extends Pick<AriaPopoverProps, "placement"> {
  /** The control that opens it. */
  trigger: ReactNode;
  label: string;
  children: ReactNode;
}

/** Something small beside the control that opened it. */
export function Popover({ trigger, label, children, ...props }: PopoverProps) {
  return (
    <DialogTrigger>
      {trigger}
      <FloatingBox {...props}>
        <Dialog aria-label={label} className="p-4 outline-none">
          {children}
        </Dialog>
      </FloatingBox>
    </DialogTrigger>
  );
}
