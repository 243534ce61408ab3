"use client";

import type { LucideIcon } from "lucide-react";
import { RadioGroup as AriaRadioGroup, Radio } from "react-aria-components/RadioGroup";
import { cx } from "./cx";
import { FieldLabel, FieldNote, type FieldProps, fieldClass } from "./field";

export interface RadioOption<Key extends string> {
  id: Key;
  label: string;
  icon?: LucideIcon;
  /** The language of the label, where it is not the page's. */
  lang?: string;
}

export interface RadioGroupProps<Key extends string> extends FieldProps {
  options: readonly RadioOption<Key>[];
  /** Null while nothing is chosen. */
  value: Key | null;
  onChange: (value: Key) => void;
  isDisabled?: boolean;
  isLabelHidden?: boolean;
  /** For longer words: each choice by itself, as many in a line as there is room for. */
  isLoose?: boolean;
  /** The first choice has the keyboard. */
  autoFocus?: boolean;
}

const SEGMENT = {
  selected: "flex-1 rounded-lg border-line-strong bg-raised font-medium text-ink shadow-card",
  other: "flex-1 rounded-lg border-transparent text-ink-soft data-hovered:text-ink",
} as const;
const CHIP = {
  selected: "rounded-full border-accent bg-accent-soft font-medium text-accent-soft-ink",
  other:
    "rounded-full border-line-strong bg-surface text-ink-soft data-hovered:bg-hover data-hovered:text-ink",
} as const;

/** One choice out of two to five, all in view, side by side. */
export function RadioGroup<Key extends string>({
  label,
  description,
  errorMessage,
  className,
  options,
  value,
  onChange,
  isDisabled = false,
  isLabelHidden = false,
  isLoose = false,
  autoFocus = false,
}: RadioGroupProps<Key>) {
  return (
    <AriaRadioGroup
      {...(isLabelHidden && { "aria-label": label })}
      value={value}
      onChange={(key) => {
        const chosen = options.find(({ id }) => id === key);
        if (chosen !== undefined) onChange(chosen.id);
      }}
      orientation="horizontal"
      isDisabled={isDisabled}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={fieldClass(className)}
    >
      {!isLabelHidden && <FieldLabel>{label}</FieldLabel>}
      <div className={cx("flex flex-wrap", isLoose ? "gap-1.5" : "gap-1 rounded-xl bg-sunken p-1")}>
        {options.map(({ id, label, icon: Icon, lang }, place) => (
          <Radio
            key={id}
            value={id}
            autoFocus={autoFocus && place === 0}
            className={({ isSelected, isFocusVisible }) =>
              cx(
                "inline-flex min-h-9 pointer-coarse:min-h-11 cursor-pointer items-center justify-center gap-2 whitespace-nowrap border px-3 transition-colors",
                (isLoose ? CHIP : SEGMENT)[isSelected ? "selected" : "other"],
                isFocusVisible && "outline-2 outline-accent outline-offset-2",
              )
            }
          >
            {Icon && <Icon aria-hidden className="size-4" />}
            <span lang={lang} className={cx(lang && "foreign-word")}>
              {label}
            </span>
          </Radio>
        ))}
      </div>
      <FieldNote label={label} description={description} errorMessage={errorMessage} />
    </AriaRadioGroup>
  );
}
