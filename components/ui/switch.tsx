"use client";

import type { ReactNode } from "react";
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from "react-aria-components/Switch";
import { cx } from "./cx";

export interface SwitchProps extends Omit<AriaSwitchProps, "className" | "style" | "children"> {
  children: ReactNode;
  className?: string;
}

/** Something that is on or off, at once. */
export function Switch({ children, className, ...props }: SwitchProps) {
  return (
    <AriaSwitch
      {...props}
      className={cx(
        "group inline-flex min-h-9 pointer-coarse:min-h-11 cursor-pointer items-center gap-3 data-disabled:cursor-not-allowed data-disabled:opacity-55",
        className,
      )}
    >
      <span className="flex h-6 w-10 shrink-0 items-center rounded-full border border-line-strong bg-sunken p-0.5 transition-colors group-data-selected:border-accent group-data-selected:bg-accent group-data-focus-visible:outline-2 group-data-focus-visible:outline-accent group-data-focus-visible:outline-offset-2">
        <span className="size-4.5 rounded-full bg-line-strong transition-[margin] group-data-selected:ms-4 group-data-selected:bg-accent-ink" />
      </span>
      <span>{children}</span>
    </AriaSwitch>
  );
}
