"use client";

import { ChevronDown, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "react-aria-components/Button";
import { Select as AriaSelect, SelectValue } from "react-aria-components/Select";
import { cx } from "./cx";
import { FieldLabel, FieldNote, type FieldProps, fieldClass } from "./field";
import { type Option, OptionList } from "./list-box";
import { FloatingBox } from "./popover";

export interface SelectProps<Key extends string | number> extends FieldProps {
  options: readonly Option<Key>[];
  value: Key | null;
  onChange: (value: Key) => void;
  icon?: LucideIcon;
  isDisabled?: boolean;
  /** The label is for screen readers only, where the place says what is chosen. */
  isLabelHidden?: boolean;
  placeholder?: string;
}

/** One choice out of a few. */
export function Select<Key extends string | number>({
  label,
  description,
  errorMessage,
  className,
  options,
  value,
  onChange,
  icon: Icon,
  isLabelHidden = false,
  isDisabled = false,
  placeholder,
}: SelectProps<Key>) {
  const t = useTranslations("ui");
  return (
    <AriaSelect
      {...(isLabelHidden && { "aria-label": label })}
      value={value}
      onChange={(key) => {
        const chosen = options.find(({ id }) => id === key);
        if (chosen !== undefined) onChange(chosen.id);
      }}
      placeholder={placeholder ?? t("choose")}
      isDisabled={isDisabled}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={fieldClass(className)}
    >
      {!isLabelHidden && <FieldLabel>{label}</FieldLabel>}
      <Button
        className={cx(
          "flex min-h-control w-full min-w-0 cursor-pointer items-center gap-2 rounded-lg border border-line-strong bg-surface px-3 text-start transition-colors",
          "data-disabled:cursor-not-allowed data-hovered:border-ink-soft data-disabled:opacity-55",
          errorMessage && "border-danger",
        )}
      >
        {Icon && <Icon aria-hidden className="size-4 shrink-0 text-ink-faint" />}
        <SelectValue<Option<Key>> className="min-w-0 flex-1 truncate data-placeholder:text-ink-faint">
          {({ selectedText, defaultChildren }) =>
            selectedText ? <bdi>{selectedText}</bdi> : defaultChildren
          }
        </SelectValue>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-faint" />
      </Button>
      <FieldNote description={description} errorMessage={errorMessage} />
      <FloatingBox className="min-w-(--trigger-width)">
        <OptionList items={options as readonly Option<string | number>[]} empty={t("nothingFound")} />
      </FloatingBox>
    </AriaSelect>
  );
}
