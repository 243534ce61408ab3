"use client";

import { LoaderCircle, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import {
  BUTTON_BASE,
  BUTTON_SIZES,
  BUTTON_VARIANTS,
  type ButtonSize,
  type ButtonVariant,
} from "./button-styles";
import { cx } from "./cx";
import { Pressable, type PressableProps } from "./pressable";

export interface ButtonProps extends PressableProps {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: LucideIcon;
  /** Layout only: margins, width. */
  className?: string;
  children: ReactNode;
  /** The act is under way. */
  isPending?: boolean;
}

/** A button with a label. While `isPending` it keeps its place and focus but cannot be pressed. */
export function Button({
  variant = "secondary",
  size = "medium",
  icon: Icon,
  className,
  children,
  isPending = false,
  type = "button",
  onPress,
  ...props
}: ButtonProps) {
  return (
    <Pressable
      {...props}
      type={isPending ? "button" : type}
      {...(isPending ? { "aria-disabled": true } : onPress && { onPress })}
      className={cx(BUTTON_BASE, BUTTON_VARIANTS[variant], BUTTON_SIZES[size], className)}
    >
      {isPending && (
        <span className="absolute inset-0 grid place-items-center">
          <LoaderCircle aria-hidden className="size-5 animate-spin" />
        </span>
      )}
      {/* Seen through, not taken away: the button keeps its name. */}
      <span className={cx("inline-flex items-center gap-[inherit]", isPending && "opacity-0")}>
        {Icon && <Icon aria-hidden className="size-[1.15em] shrink-0" />}
        {children}
      </span>
    </Pressable>
  );
}
