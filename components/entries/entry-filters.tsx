"use client";

import { ListFilter, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cx } from "@/components/ui/cx";
import { DaysField } from "@/components/ui/date-field";
import { FilterSelect } from "@/components/ui/select";
import type { EntryFilter } from "./entry-filter";
import { EntryTextFilter } from "./entry-text-filter";
import { KindChips } from "./kind-chips";

/** Narrows a list of entries. On a narrow page all but the search is behind a button. */
export function EntryFilters({
  filter,
  onChange,
}: {
  filter: EntryFilter;
  onChange: (filter: EntryFilter) => void;
}) {
  const t = useTranslations("entries");
  const { user, branches } = useMe();
  const panelId = useId();
  const [isOpen, setOpen] = useState(false);
  const { text: _text, ...others } = filter;
  const count =
    Object.keys(others).length - (others.from !== undefined && others.until !== undefined ? 1 : 0);
  const set = (changes: EntryFilter) => onChange({ ...filter, ...changes });
  const nameOf = useNameOf();
  return (
    <search aria-label={t("filters.title")} className="block">
      <div className="flex flex-wrap items-end gap-3">
        <EntryTextFilter text={filter.text ?? ""} onChange={(text) => set({ text: text || undefined })} />
        <Button
          icon={ListFilter}
          className="lg:hidden"
          aria-expanded={isOpen}
          aria-controls={panelId}
          onPress={() => setOpen(!isOpen)}
        >
          {count > 0 ? t("filters.active", { count }) : t("filters.show")}
        </Button>
      </div>
      <div
        id={panelId}
        className={cx("mt-4 flex flex-wrap items-end gap-x-4 gap-y-3", !isOpen && "max-lg:hidden")}
      >
        <KindChips kinds={filter.kinds} onChange={(kinds) => set({ kinds })} />
        <DaysField
          label={t("filters.dates")}
          from={filter.from ?? filter.until}
          until={filter.until ?? filter.from}
          onChange={(from, until) => set({ from, until })}
          className="w-full sm:w-80"
        />
        {branches.length > 1 && (
          <FilterSelect
            label={t("filters.branch")}
            any={t("filters.anyBranch")}
            options={branches.map((named) => ({ id: named.id, label: nameOf(named) }))}
            value={filter.branchId}
            onChange={(branchId) => set({ branchId })}
            className="w-full sm:w-60"
          />
        )}
        <Checkbox
          isSelected={filter.userId === user.id}
          onChange={(isMine) => set({ userId: isMine ? user.id : undefined })}
          className="h-control"
        >
          {t("filters.mine")}
        </Checkbox>
        {(count > 0 || filter.text) && (
          <Button variant="quiet" icon={X} onPress={() => onChange({})}>
            {t("filters.clear")}
          </Button>
        )}
      </div>
    </search>
  );
}
