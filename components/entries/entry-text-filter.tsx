"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTypedSearch } from "@/components/kit/use-typed-search";
import { Form } from "@/components/ui/form";
import { TextField } from "@/components/ui/text-field";
import { RECEIPT_PREFIX } from "@/lib/areas/wallets/words";
import { ENTRY_SEARCH_FIELD } from "./search-field";

const TEXT_LENGTH_MAX = 64;

/** Narrows a list of entries to those with this reference, invoice or number; searches while one types. */
export function EntryTextFilter({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const t = useTranslations("entries.filters");
  const { typed, type, search } = useTypedSearch(text, (typed) => onChange(searchOf(typed)));
  return (
    <Form
      className="min-w-0 flex-1 basis-64"
      onSubmit={(event) => {
        event.preventDefault();
        search(typed.trim());
      }}
    >
      <TextField
        label={t("text")}
        value={typed}
        onChange={type}
        name={ENTRY_SEARCH_FIELD}
        isCode
        maxLength={TEXT_LENGTH_MAX}
        type="search"
        before={<Search aria-hidden className="ms-3 size-4 shrink-0 text-ink-faint" />}
      />
    </Form>
  );
}

/** Searched text: of a receipt's code, its number. */
export function searchOf(text: string): string {
  return text.startsWith(RECEIPT_PREFIX) ? text.slice(RECEIPT_PREFIX.length) : text;
}
