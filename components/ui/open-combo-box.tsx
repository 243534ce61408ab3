"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "react-aria-components/Button";
import { ComboBox as AriaComboBox } from "react-aria-components/ComboBox";
import { Group } from "react-aria-components/Group";
import { Input } from "react-aria-components/Input";
import { cx } from "./cx";
import { FieldLabel, FieldNote, type FieldProps, fieldClass, INPUT, INPUT_BOX } from "./field";
import { type Option, OptionList } from "./list-box";
import { FloatingBox } from "./popover";

/** See {@link ComboBox}. */
export function OpenComboBox<Key extends string | number>({
  label,
  description,
  errorMessage,
  className,
  options,
  value,
  onChange,
  isDisabled = false,
  placeholder,
}: ComboBoxProps<Key>) {
  const t = useTranslations("ui");
  return (
    <AriaComboBox
      defaultItems={options as readonly Option<string | number>[]}
      value={value}
      onChange={(key) => onChange(options.find(({ id }) => id === key)?.id ?? null)}
      isDisabled={isDisabled}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      menuTrigger="focus"
      className={fieldClass(className)}
    >
      <FieldLabel>{label}</FieldLabel>
      <Group className={cx(INPUT_BOX, "min-h-control")}>
        <Input
          dir="auto"
          placeholder={placeholder ?? t("typeToSearch")}
          className={cx(INPUT, "placeholder-shown:[direction:inherit]")}
        />
        <Button className="grid w-10 shrink-0 cursor-pointer place-items-center self-stretch">
          <ChevronDown aria-hidden className="size-4 text-ink-faint" />
        </Button>
      </Group>
      <FieldNote label={label} description={description} errorMessage={errorMessage} />
      <FloatingBox className="min-w-(--trigger-width)">
        <OptionList empty={t("nothingFound")} />
      </FloatingBox>
    </AriaComboBox>
  );
}

export interface ComboBoxProps<Key extends string | number> extends FieldProps {
  options: readonly Option<Key>[];
  value: Key | null;
  onChange: (value: Key | null) => void;
  isDisabled?: boolean;
  placeholder?: string;
}
