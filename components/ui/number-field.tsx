"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, type Ref, useState } from "react";
import { useFormatter } from "@/components/ui/use-formatter";
import { toLatinDigits } from "@/lib/platform/digits";
import { parseTypedNumber } from "./digits";
import type { FieldProps } from "./field";
import { markWholeSoon } from "./mark-whole";
import { TextField } from "./text-field";

export interface NumberFieldProps extends FieldProps {
  /** Null while the field is empty, `undefined` while it holds something that is no number. */
  value: number | null | undefined;
  /** `text`: what stands in the box, its digits Latin. */
  onChange: (value: number | null | undefined, text: string) => void;
  /** Digits after the decimal point that may be typed; 0 for whole numbers. */
  decimals?: number;
  isLarge?: boolean;
  isDisabled?: boolean;
  isRequired?: boolean;
  autoFocus?: boolean;
  name?: string;
  placeholder?: string;
  /** False where the page has keys of its own: the device's keyboard stays closed. */
  hasKeyboard?: boolean;
  /** The unit, such as the currency, inside the box. */
  unit?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
}

/**
 * A number, typed in Latin, Arabic-Indic or Persian digits, grouped or not. The field groups its digits once it is left; a number that is not
 * whole then has all of its decimals. Any other text stays as it was typed, with how to type a number. No wheel and no arrows: an amount of money does
 * not change by accident.
 */
export function NumberField({
  value,
  onChange,
  errorMessage,
  decimals = 0,
  unit,
  hasKeyboard = true,
  ...props
}: NumberFieldProps) {
  const format = useFormatter();
  const t = useTranslations("ui");
  const [text, setText] = useState("");
  const [isTyping, setTyping] = useState(false);
  // The text is the user's own while it means the value; a value from elsewhere replaces it.
  const meant = parseTypedNumber(text, { decimals });
  const readable =
    value === null || value === undefined
      ? ""
      : format.number(value, {
          minimumFractionDigits: Number.isInteger(value) ? 0 : decimals,
          maximumFractionDigits: decimals,
        });
  /** Groups would be in the way of the next digit. */
  const plain =
    typeof value === "number" ? (Number.isInteger(value) ? String(value) : value.toFixed(decimals)) : text;
  const howTo = decimals === 0 ? t("wholeNumber") : t("decimalNumber", { count: decimals });
  const shown = meant === value && (isTyping || value === undefined) ? text : readable;
  return (
    <TextField
      {...props}
      errorMessage={errorMessage ?? (value === undefined ? howTo : undefined)}
      value={shown}
      onChange={(typed) => {
        const latin = toLatinDigits(typed);
        setText(latin);
        onChange(parseTypedNumber(latin, { decimals }), latin);
      }}
      onFocus={({ target }) => {
        const { length } = target.value;
        const isWhole = length > 0 && target.selectionStart === 0 && target.selectionEnd === length;
        setText(plain);
        setTyping(true);
        // Text that was marked as a whole is typed over.
        if (isWhole) markWholeSoon(() => target);
      }}
      onBlur={() => setTyping(false)}
      isCode
      inputMode={!hasKeyboard ? "none" : decimals === 0 ? "numeric" : "decimal"}
      autoComplete="off"
      after={unit && <span className="pe-3 text-ink-faint">{unit}</span>}
    />
  );
}
