"use client";

import { useFormatter } from "next-intl";
import { type ReactNode, type Ref, useState } from "react";
import { toLatinDigits } from "@/lib/platform/digits";
import { parseTypedNumber } from "./digits";
import type { FieldProps } from "./field";
import { TextField } from "./text-field";

export interface NumberFieldProps extends FieldProps {
  /** Null while the field is empty, `undefined` while it holds something that is no number. */
  value: number | null | undefined;
  onChange: (value: number | null | undefined) => void;
  /** Digits after the decimal point that may be typed; 0 for whole numbers. */
  decimals?: number;
  isLarge?: boolean;
  isDisabled?: boolean;
  isRequired?: boolean;
  autoFocus?: boolean;
  name?: string;
  placeholder?: string;
  /** The unit, such as the currency, inside the box. */
  unit?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
}

/**
 * A number, typed in Latin, Arabic-Indic or Persian digits, grouped or not. It is grouped when the field is left. No
 * wheel and no arrows: an amount of money does not change by accident.
 */
export function NumberField({ value, onChange, decimals = 0, unit, ...props }: NumberFieldProps) {
  const format = useFormatter();
  const [text, setText] = useState("");
  const [isTyping, setTyping] = useState(false);
  // The text is the user's own while it means the value; a value from elsewhere replaces it.
  const meant = parseTypedNumber(text, { decimals });
  const readable =
    value === null || value === undefined ? "" : format.number(value, { maximumFractionDigits: decimals });
  const shown = meant === value && (isTyping || value === undefined) ? text : readable;
  return (
    <TextField
      {...props}
      value={shown}
      onChange={(typed) => {
        const latin = toLatinDigits(typed);
        setText(latin);
        onChange(parseTypedNumber(latin, { decimals }));
      }}
      onFocus={() => {
        setText(readable);
        setTyping(true);
      }}
      onBlur={() => setTyping(false)}
      isCode
      inputMode={decimals === 0 ? "numeric" : "decimal"}
      autoComplete="off"
      after={unit && <span className="pe-3 text-ink-faint">{unit}</span>}
    />
  );
}
