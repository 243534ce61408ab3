"use client";

import { Group } from "react-aria-components/Group";
import { TextArea as AriaTextArea } from "react-aria-components/TextArea";
import { TextField as AriaTextField } from "react-aria-components/TextField";
import { cx } from "./cx";
import { FieldLabel, FieldNote, type FieldProps, fieldClass, INPUT, INPUT_BOX } from "./field";

export interface TextAreaProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  rows?: number;
  isDisabled?: boolean;
  maxLength?: number;
}

/** Several lines of text, in whatever direction it is written. */
export function TextArea({ label, description, errorMessage, className, rows = 4, ...props }: TextAreaProps) {
  return (
    <AriaTextField
      {...props}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={fieldClass(className)}
    >
      <FieldLabel>{label}</FieldLabel>
      <Group className={INPUT_BOX}>
        <AriaTextArea
          rows={rows}
          {...(props.value !== "" && { dir: "auto" })}
          className={cx(INPUT, "resize-y py-2 leading-relaxed")}
        />
      </Group>
      <FieldNote label={label} description={description} errorMessage={errorMessage} />
    </AriaTextField>
  );
}
