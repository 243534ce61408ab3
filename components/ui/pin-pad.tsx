"use client";

import { Delete } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { toLatinDigits } from "@/lib/platform/digits";
import { cx } from "./cx";
import { MASKED_INPUT } from "./masked-input";
import { Pressable } from "./pressable";

const PIN_LENGTH_MAX = 6;
const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;
const KEY =
  "grid min-h-14 low:min-h-11 cursor-pointer select-none place-items-center rounded-xl border border-line bg-surface font-medium text-2xl not-disabled:hover:bg-hover not-disabled:active:bg-sunken disabled:opacity-55";

export interface PinPadProps {
  label: string;
  /** Digits so far, Latin ones. */
  value: string;
  onChange: (value: string) => void;
  /** Enter was pressed. */
  onSubmit: () => void;
  isDisabled?: boolean;
  errorMessage?: string | undefined;
  autoFocus?: boolean;
}

/**
 * A PIN on large keys for the customer's finger, and by keyboard. Digits are never shown, and a browser does not offer to
 * save them: see {@link MASKED_INPUT}. The keys have the same order in every language.
 */
export function PinPad({ label, value, onChange, isDisabled = false, errorMessage, ...rest }: PinPadProps) {
  const [fieldId, problemId] = [useId(), useId()];
  return (
    <div className="mx-auto w-full max-w-xs">
      <label htmlFor={fieldId} className="mb-2 low:mb-1 block text-center font-medium text-ink-soft">
        {label}
      </label>
      <div
        className={cx(
          "relative rounded-xl border bg-sunken has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent",
          errorMessage ? "border-danger" : "border-line-strong",
        )}
      >
        <input
          {...MASKED_INPUT}
          id={fieldId}
          value={value}
          onChange={({ target }) => onChange(pinOf(target.value))}
          disabled={isDisabled}
          aria-invalid={errorMessage ? true : undefined}
          aria-describedby={problemId}
          inputMode="none"
          // biome-ignore lint/a11y/noAutofocus: the customer is asked for nothing else, and types at once.
          autoFocus={rest.autoFocus}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.stopPropagation();
            rest.onSubmit();
          }}
          className="absolute inset-0 w-full cursor-default opacity-0"
        />
        <PinMarks count={value.length} />
      </div>
      <p id={problemId} role="alert" className="mt-2 low:mt-1 min-h-6 text-center text-danger text-sm">
        {errorMessage}
      </p>
      <PinKeys {...{ value, onChange, isDisabled }} />
    </div>
  );
}

/** Digits of a PIN, in whatever script they were typed. */
export function pinOf(text: string): string {
  return toLatinDigits(text).replace(/\D/g, "").slice(0, PIN_LENGTH_MAX);
}

/** Large keys for a field that holds a PIN and keeps the focus: Enter still ends the PIN and is no digit once more. */
export function PinKeys({
  value,
  onChange,
  isDisabled = false,
}: Pick<PinPadProps, "value" | "onChange" | "isDisabled">) {
  const t = useTranslations("ui");
  const pressed = { isDisabled, isFocusKept: true };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would repeat the label.
    <div role="group" aria-label={t("keypad")} dir="ltr" className="mt-1 grid grid-cols-3 gap-2">
      {KEYS.map((key) => (
        <Pressable key={key} {...pressed} className={KEY} onPress={() => onChange(pinOf(value + key))}>
          {key}
        </Pressable>
      ))}
      <Pressable
        {...pressed}
        aria-label={t("clear")}
        className={cx(KEY, "text-base")}
        onPress={() => onChange("")}
      >
        C
      </Pressable>
      <Pressable {...pressed} className={KEY} onPress={() => onChange(pinOf(`${value}0`))}>
        0
      </Pressable>
      <Pressable
        {...pressed}
        aria-label={t("deleteDigit")}
        className={KEY}
        onPress={() => onChange(value.slice(0, -1))}
      >
        <Delete aria-hidden className="size-6" />
      </Pressable>
    </div>
  );
}

/** A mark for each digit, over the field that takes the keys. */
function PinMarks({ count }: { count: number }) {
  return (
    <div aria-hidden dir="ltr" className="flex min-h-14 low:min-h-11 items-center justify-center gap-3">
      {Array.from({ length: Math.max(4, count) }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places are the identity.
        <span key={place} className={cx("size-3.5 rounded-full", place < count ? "bg-ink" : "bg-line")} />
      ))}
    </div>
  );
}
