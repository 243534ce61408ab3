"use client";

import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { TextField } from "@/components/ui/text-field";
import { SEARCH_TEXT_LENGTH_MAX } from "@/lib/areas/branches/desk-schemas";

/** How long the typing must rest before it is searched for. */
const REST_MS = 250;

/** Searches while one types. What is typed stays out of the address: it may be a person's name. */
export function SearchField({
  label,
  onSearch,
  className,
}: {
  label: string;
  /** Called when the typing rests, with the text trimmed. */
  onSearch: (text: string) => void;
  className?: string;
}) {
  const t = useTranslations("ui");
  const [typed, setTyped] = useState("");
  const search = useEffectEvent(onSearch);
  useEffect(() => {
    const timer = setTimeout(() => search(typed.trim()), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextField
      label={label}
      value={typed}
      onChange={setTyped}
      maxLength={SEARCH_TEXT_LENGTH_MAX}
      autoComplete="off"
      enterKeyHint="search"
      {...(className !== undefined && { className })}
      before={<Search aria-hidden className="-me-2 ms-3 size-5 shrink-0 text-ink-faint" />}
      after={
        typed !== "" && (
          <IconButton icon={X} label={t("clear")} className="-my-px me-0.5" onPress={() => setTyped("")} />
        )
      }
    />
  );
}
