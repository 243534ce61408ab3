"use client";

import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import {
  Checkbox as AriaCheckbox,
  type CheckboxProps as AriaCheckboxProps,
} from "react-aria-components/Checkbox";
import { cx } from "./cx";

export interface CheckboxProps extends Omit<AriaCheckboxProps, "className" | "style" | "children"> {
  children: ReactNode;
  className?: string;
}

/** One thing that is so or not. */
export function Checkbox({ children, className, ...props }: CheckboxProps) {
  return (
    <AriaCheckbox
      {...props}
      className={cx(
        "group inline-flex min-h-9 pointer-coarse:min-h-11 cursor-pointer items-center gap-2.5 data-disabled:cursor-not-allowed data-disabled:opacity-55",
        className,
      )}
    >
      {({ isSelected, isIndeterminate }) => (
        <>
          <span
            className={cx(
              "grid size-5 shrink-0 place-items-center rounded border transition-colors group-data-focus-visible:outline-2 group-data-focus-visible:outline-accent group-data-focus-visible:outline-offset-2",
              isSelected || isIndeterminate
                ? "border-accent bg-accent text-accent-ink"
                : "border-line-strong bg-surface group-data-hovered:border-ink-soft",
            )}
          >
            {isIndeterminate ? (
              <Minus aria-hidden className="size-4" />
            ) : (
              isSelected && <Check aria-hidden className="size-4" />
            )}
          </span>
          <span>{children}</span>
        </>
      )}
    </AriaCheckbox>
  );
}
