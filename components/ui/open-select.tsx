"use client";

import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { Select as AriaSelect } from "react-aria-components/Select";
import { type Option, OptionList } from "./list-box";
import { FloatingBox } from "./popover";

interface OpenSelectProps {
  labelId: string;
  button: RefObject<HTMLButtonElement | null>;
  options: readonly Option<string | number>[];
  value: string | number | null;
  onChange: (key: string | number) => void;
  onClose: () => void;
}

/** The list of a select, there while it is open. See {@link Select}. */
export function OpenSelect({ labelId, button, options, value, onChange, onClose }: OpenSelectProps) {
  const t = useTranslations("ui");
  return (
    <AriaSelect
      aria-labelledby={labelId}
      isOpen
      onOpenChange={onClose}
      value={value}
      onChange={(key) => key !== null && onChange(key)}
      className="contents"
    >
      <FloatingBox triggerRef={button} className="min-w-(--trigger-width)">
        <OptionList items={options} empty={t("nothingFound")} />
      </FloatingBox>
    </AriaSelect>
  );
}
