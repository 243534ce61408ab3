"use client";

import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useTypedSearch } from "@/components/kit/use-typed-search";
import { useShortcut } from "@/components/shell/shortcuts";
import { IconButton } from "@/components/ui/icon-button";
import { Kbd } from "@/components/ui/kbd";
import { TextField } from "@/components/ui/text-field";
import { DEAL_TEXT_LENGTH_MAX } from "@/lib/areas/deals/schemas";

export interface DealSearchProps {
  /** What is searched for; "" for nothing. */
  value: string;
  /** Called when the typing rests, with the text trimmed. */
  onSearch: (text: string) => void;
}

/** Searches while one types; Enter searches at once, Escape takes the search back. */
export function DealSearch({ value, onSearch }: DealSearchProps) {
  const t = useTranslations();
  const input = useRef<HTMLInputElement>(null);
  const { typed, type, search } = useTypedSearch(value, onSearch);
  useShortcut({ keys: ["/"], label: t("deals.search"), onUse: () => input.current?.select() });
  const clear = () => {
    type("");
    search("");
    input.current?.focus();
  };
  return (
    <TextField
      label={t("deals.search")}
      placeholder={t("deals.searchHint")}
      value={typed}
      onChange={type}
      maxLength={DEAL_TEXT_LENGTH_MAX}
      autoComplete="off"
      enterKeyHint="search"
      inputRef={input}
      onKeyDown={(event) => {
        if (event.key === "Enter") search(typed.trim());
        else if (event.key === "Escape" && typed !== "") clear();
        else event.continuePropagation();
      }}
      before={<Search aria-hidden className="-me-2 ms-3 size-5 shrink-0 text-ink-faint" />}
      after={
        typed === "" ? (
          <span aria-hidden className="pointer-coarse:hidden pe-3">
            <Kbd>/</Kbd>
          </span>
        ) : (
          <IconButton icon={X} label={t("deals.clearSearch")} className="-my-px me-0.5" onPress={clear} />
        )
      }
    />
  );
}
