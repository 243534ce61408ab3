"use client";

import type { LucideIcon } from "lucide-react";
import { BUTTON_BASE, BUTTON_VARIANTS, type ButtonVariant } from "./button-styles";
import { cx } from "./cx";
import { Pressable, type PressableProps } from "./pressable";
import { TOOLTIP_OWNER, Tooltip } from "./tooltip";

export interface IconButtonProps extends Omit<PressableProps, "children"> {
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
