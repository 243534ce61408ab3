"use client";

import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, type RefObject, useRef } from "react";
import { parseTypedNumber } from "@/components/ui/digits";
import { IconButton } from "@/components/ui/icon-button";
import { NumberField } from "@/components/ui/number-field";
import { TextField } from "@/components/ui/text-field";
import { useTypedSearch } from "./use-typed-search";

const SEARCH_TEXT_LENGTH_MAX = 100;

export interface SearchFieldProps {
  label: string;
  /** Searched text; "" for none. */
  value: string;
  /** Called when the typing rests, with the text trimmed. */
  onSearch: (text: string) => void;
  placeholder?: string;
  maxLength?: number;
  /** Stands in the field while it is empty. */
  hint?: ReactNode;
  inputRef?: RefObject<HTMLInputElement | null>;
  className?: string;
}

/** Searches while one types; Enter searches at once, Escape takes the search back. */
export function SearchField({
  label,
  value,
  onSearch,
  placeholder,
  maxLength = SEARCH_TEXT_LENGTH_MAX,
  hint,
  inputRef,
  className,
}: SearchFieldProps) {
  const t = useTranslations("ui");
  const own = useRef<HTMLInputElement>(null);
  const input = inputRef ?? own;
  const { typed, type, search } = useTypedSearch(value, onSearch);
  const clear = () => {
    type("");
    search("");
    input.current?.focus();
  };
  return (
    <TextField
      label={label}
      {...(placeholder !== undefined && { placeholder })}
      value={typed}
      onChange={type}
      maxLength={maxLength}
      autoComplete="off"
      enterKeyHint="search"
      inputRef={input}
      {...(className !== undefined && { className })}
      onKeyDown={(event) => {
        if (event.key === "Enter") {
          // A form around the field is not sent.
          event.preventDefault();
          search(typed.trim());
        } else if (event.key === "Escape" && typed !== "") clear();
        else event.continuePropagation();
      }}
      before={<Search aria-hidden className="-me-2 ms-3 size-5 shrink-0 text-ink-faint" />}
      after={
        typed === "" ? (
          hint
        ) : (
          <IconButton icon={X} label={t("clear")} className="-my-px me-0.5" onPress={clear} />
        )
      }
    />
  );
}

/** The same for a list that its address filters by text: all that is typed at a time is one step back. */
export function TextFilter({
  value = "",
  change,
  ...field
}: Pick<SearchFieldProps, "label" | "className"> & {
  value: string | undefined;
  change: (changes: { text: string | undefined }, style: { replaces: boolean }) => void;
}) {
  return (
    <SearchField
      {...field}
      value={value}
      onSearch={(text) => change({ text: text || undefined }, { replaces: value !== "" && text !== "" })}
    />
  );
}

/** The same for a whole number. */
export function NumberFilter({
  value,
  onChange,
  ...field
}: Pick<SearchFieldProps, "label" | "className"> & {
  value: number | undefined;
  onChange: (value: number | null, style: { replaces: boolean }) => void;
}) {
  const { typed, type } = useTypedSearch(String(value ?? ""), (text) => {
    const number = parseTypedNumber(text);
    if (number !== undefined) onChange(number, { replaces: value !== undefined && number !== null });
  });
  return <NumberField {...field} value={parseTypedNumber(typed)} onChange={(_, text) => type(text)} />;
}
