"use client";

import { Check } from "lucide-react";
import { useId } from "react";
import { ToggleButton } from "react-aria-components/ToggleButton";
import { ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup";
import { cx } from "./cx";
import { PlainNote } from "./field";

/** Any number of a few choices, all in view. */
export function ToggleChips<Key extends string | number>({
  label,
  options,
  values,
  onChange,
  errorMessage,
  className,
}: {
  label: string;
  options: readonly { id: Key; label: string }[];
  values: readonly Key[];
  onChange: (values: Key[]) => void;
  errorMessage?: string | undefined;
  className?: string;
}) {
  const noteId = useId();
  return (
    <div className={cx("min-w-0", className)} data-invalid={errorMessage ? true : undefined}>
      <span aria-hidden className="mb-1.5 block font-medium text-ink-soft text-sm">
        {label}
      </span>
      <ToggleButtonGroup
        aria-label={label}
        {...(errorMessage && { "aria-describedby": noteId })}
        selectionMode="multiple"
        selectedKeys={values}
        onSelectionChange={(keys) => onChange(options.map(({ id }) => id).filter((id) => keys.has(id)))}
        className="flex flex-wrap gap-1.5"
      >
        {options.map(({ id, label }) => (
          <ToggleButton
            key={id}
            id={id}
            className={({ isSelected }) =>
              cx(
                "inline-flex min-h-9 pointer-coarse:min-h-11 cursor-pointer items-center gap-1.5 rounded-full border px-3 text-sm transition-colors",
                isSelected
                  ? "border-accent bg-accent-soft font-medium text-accent-soft-ink"
                  : "border-line-strong bg-surface text-ink-soft data-hovered:bg-hover data-hovered:text-ink",
              )
            }
          >
            {({ isSelected }) => (
              <>
                {isSelected && <Check aria-hidden className="size-4" />}
                {label}
              </>
            )}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <PlainNote id={noteId} label={label} errorMessage={errorMessage} />
    </div>
  );
}
