"use client";

import { type ReactNode, type Ref, useLayoutEffect, useRef } from "react";
import { Group } from "react-aria-components/Group";
import { Input } from "react-aria-components/Input";
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from "react-aria-components/TextField";
import { toLatinDigits } from "@/lib/platform/digits";
import { cx } from "./cx";
import { FieldLabel, FieldNote, type FieldProps, fieldClass, INPUT, INPUT_BOX } from "./field";
import { MASKED_INPUT } from "./masked-input";

export interface TextFieldProps
  extends FieldProps,
    Omit<AriaTextFieldProps, "className" | "style" | "children" | "isInvalid" | "value" | "defaultValue"> {
  value: string;
  onChange: (value: string) => void;
  /** For codes, numbers and addresses: always left to right, and Arabic-Indic digits become Latin ones. */
  isCode?: boolean;
  isLarge?: boolean;
  /** Drawn as dots, and never offered for saving. */
  isMasked?: boolean;
  placeholder?: string;
  /** Shown inside the box before and after the text. */
  before?: ReactNode;
  after?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
}

/** One line of text. */
export function TextField({
  label,
  description,
  errorMessage,
  className,
  isCode = false,
  isLarge = false,
  placeholder,
  before,
  after,
  inputRef,
  autoFocus,
  isMasked = false,
  onChange,
  ...props
}: TextFieldProps) {
  return (
    <AriaTextField
      {...props}
      onChange={(text) => onChange(isCode ? toLatinDigits(text) : text)}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={fieldClass(className)}
    >
      <FieldLabel>{label}</FieldLabel>
      <Group className={cx(INPUT_BOX, isLarge ? "min-h-14 text-xl" : "min-h-control")}>
        {before}
        <CaretKeepingInput
          {...(isMasked && MASKED_INPUT)}
          inputRef={inputRef}
          autoFocus={autoFocus}
          placeholder={placeholder}
          dir={isCode ? "ltr" : props.value === "" ? undefined : "auto"}
          className={cx(
            INPUT,
            "text-ellipsis",
            // A code runs from left to right on every page; what stands in its place is in the page's language.
            isCode &&
              "figures placeholder-shown:[direction:inherit] rtl:text-end rtl:placeholder-shown:text-start",
          )}
        />
        {after}
      </Group>
      <FieldNote label={label} description={description} errorMessage={errorMessage} />
    </AriaTextField>
  );
}

interface CaretKeepingInputProps {
  inputRef: Ref<HTMLInputElement> | undefined;
  /** The element's own: the field's would wait until a dialog has appeared, and lose what is typed meanwhile. */
  autoFocus: boolean | undefined;
  placeholder: string | undefined;
  /** Undefined while there is no text to tell it by: the page's own. */
  dir: "ltr" | "auto" | undefined;
  className: string;
}

/** Replacing a digit that was just typed would send the caret to the end; it stays where the typing was. */
function CaretKeepingInput({ inputRef, placeholder, ...props }: CaretKeepingInputProps) {
  const caret = useRef<{ input: HTMLInputElement; at: number } | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    const { input, at } = caret.current;
    caret.current = null;
    if (document.activeElement === input && input.selectionStart !== at) input.setSelectionRange(at, at);
  });
  return (
    <Input
      {...props}
      {...(props.autoFocus && { "data-autofocus": true })}
      {...(placeholder !== undefined && { placeholder })}
      {...(inputRef !== undefined && { ref: inputRef })}
      onInput={({ currentTarget }) => {
        const { selectionStart, selectionEnd } = currentTarget;
        const isPlace = selectionStart !== null && selectionStart === selectionEnd;
        caret.current = isPlace ? { input: currentTarget, at: selectionStart } : null;
      }}
    />
  );
}
