"use client";

import { Check } from "lucide-react";
import type { ReactNode } from "react";
import {
  ListBox as AriaListBox,
  type ListBoxProps as AriaListBoxProps,
  ListBoxItem,
} from "react-aria-components/ListBox";

/** The open list of a {@link Select} or {@link ComboBox}. */
export function OptionList({
  empty,
  ...props
}: AriaListBoxProps<Option<string | number>> & { empty?: string }) {
  return (
    <AriaListBox
      {...props}
      className="max-h-80 overflow-auto p-1 outline-none"
      renderEmptyState={() => <p className="px-3 py-2 text-ink-faint">{empty}</p>}
    >
      {({ id, label, detail, isDisabled = false }) => (
        <ListBoxItem
          id={id}
          textValue={label}
          isDisabled={isDisabled}
          className="flex min-h-control cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 outline-none data-disabled:cursor-not-allowed data-focused:bg-hover data-disabled:opacity-55"
        >
          {({ isSelected }) => (
            <>
              <span className="min-w-0 flex-1">
                <bdi className="block">{label}</bdi>
                {detail && <span className="block text-ink-faint text-sm">{detail}</span>}
              </span>
              {isSelected && <Check aria-hidden className="size-4 shrink-0 text-accent" />}
            </>
          )}
        </ListBoxItem>
      )}
    </AriaListBox>
  );
}

/** One choice of a list. */
export interface Option<Key extends string | number = string> {
  id: Key;
  label: string;
  /** A second line, smaller. */
  detail?: ReactNode;
  isDisabled?: boolean;
}
