"use client";

import type { ReactNode } from "react";
import {
  Tooltip as AriaTooltip,
  TooltipTrigger as AriaTooltipTrigger,
  type TooltipTriggerComponentProps,
} from "react-aria-components/Tooltip";

const DELAY_MS = 600;

/** Wraps the one control that the tooltip explains, and the {@link Tooltip}. */
export function TooltipTrigger(props: TooltipTriggerComponentProps) {
  return <AriaTooltipTrigger delay={DELAY_MS} closeDelay={0} {...props} />;
}

export function Tooltip({ children }: { children: ReactNode }) {
  return (
    <AriaTooltip
      offset={6}
      className="max-w-64 animate-[appear_120ms] rounded-md bg-ink px-2.5 py-1.5 text-canvas text-sm"
    >
      {children}
    </AriaTooltip>
  );
}
