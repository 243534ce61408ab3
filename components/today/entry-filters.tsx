"use client";

import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useMe } from "@/components/kit/use-me";
import { useTypedSearch } from "@/components/kit/use-typed-search";
import { useShortcut } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { FilterSelect } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import type { BranchDay } from "@/lib/areas/today/schemas";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { DAILY, DAILY_KINDS } from "./kinds";
import type { TodayFilter } from "./read-address";

const TEXT_LENGTH_MAX = 64;
const DAILY_TYPES: readonly number[] = DAILY_KINDS.map((kind) => DAILY[kind].logTypeId);
/** Kinds that a branch's people do not make every day, as the address names them. */
export const OTHERS = Object.values(LOG_TYPE)
  .filter((logTypeId) => !DAILY_TYPES.includes(logTypeId))
  .join(",");

/** Filters of the list of entries: kind, person, text. */
export function EntryFilters({
  filter,
  people,
  onChange,
}: {
  filter: TodayFilter;
  people: BranchDay["people"];
  onChange: (filter: TodayFilter) => void;
}) {
  const t = useTranslations("today");
  const { user } = useMe();
  const others = people.filter(({ by }) => by.id !== user.id);
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <FilterSelect
        label={t("filterKind")}
        className="w-44 max-sm:w-auto max-sm:flex-1"
        any={t("allKinds")}
        value={filter.kinds}
        options={[
          ...DAILY_KINDS.map((kind) => ({ id: String(DAILY[kind].logTypeId), label: t(`kinds.${kind}`) })),
          { id: OTHERS, label: t("otherKinds") },
        ]}
        onChange={(kinds) => onChange({ ...filter, kinds })}
      />
      <FilterSelect
        label={t("filterPerson")}
        className="w-44 max-sm:w-auto max-sm:flex-1"
        any={t("allPeople")}
        value={filter.userId}
        options={[
          { id: user.id, label: t("onlyMine") },
          ...others.map(({ by }) => ({ id: by.id, label: by.name })),
        ]}
        onChange={(userId) => onChange({ ...filter, userId })}
      />
      <SearchField
        value={filter.text ?? ""}
        onSearch={(text) => onChange({ ...filter, text: text || undefined })}
      />
      {isNarrowed && (
        <Button icon={X} variant="quiet" onPress={() => onChange({})}>
          {t("clearFilter")}
        </Button>
      )}
    </div>
  );
}

function SearchField({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const t = useTranslations("today");
  const { typed, type, search } = useTypedSearch(value, onSearch);
  const input = useRef<HTMLInputElement>(null);
  useShortcut({ keys: ["/"], label: t("search"), onUse: () => input.current?.select() });
  return (
    <TextField
      label={t("search")}
      className="min-w-48 flex-1 max-sm:basis-full"
      value={typed}
      onChange={type}
      maxLength={TEXT_LENGTH_MAX}
      placeholder={t("searchHint")}
      autoComplete="off"
      enterKeyHint="search"
      inputRef={input}
      onKeyDown={(event) => {
        if (event.key === "Enter") search(typed.trim());
        else event.continuePropagation();
      }}
      before={<Search aria-hidden className="ms-3 -me-1 size-4 shrink-0 text-ink-faint" />}
    />
  );
}
