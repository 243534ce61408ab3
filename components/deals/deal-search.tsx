"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { SearchField, type SearchFieldProps } from "@/components/kit/search-field";
import { useShortcut } from "@/components/shell/shortcuts";
import { Kbd } from "@/components/ui/kbd";
import { DEAL_TEXT_LENGTH_MAX } from "@/lib/areas/deals/words";

/** Searches for deals; the key "/" leads to it. */
export function DealSearch(props: Pick<SearchFieldProps, "value" | "onSearch">) {
  const t = useTranslations("deals.browse");
  const input = useRef<HTMLInputElement>(null);
  useShortcut({ keys: ["/"], label: t("search"), onUse: () => input.current?.select() });
  return (
    <SearchField
      {...props}
      label={t("search")}
      placeholder={t("searchHint")}
      maxLength={DEAL_TEXT_LENGTH_MAX}
      inputRef={input}
      hint={
        <span aria-hidden className="pointer-coarse:hidden pe-3">
          <Kbd>/</Kbd>
        </span>
      }
    />
  );
}
