"use client";

import { parseDate } from "@internationalized/date";
import { ListFilter, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cx } from "@/components/ui/cx";
import { DateRangePicker } from "@/components/ui/date-field";
import { Select } from "@/components/ui/select";
import { ToggleChips } from "@/components/ui/toggle-chips";
import type { EntryFilter } from "./entry-filter";
import { EntryTextFilter } from "./entry-text-filter";
import { groupsOf, KIND_GROUP_NAMES, type KindGroup, kindsOf } from "./kind-groups";

const ANY_BRANCH = 0;

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
  const kindName = (group: KindGroup) =>
    group === "adjustments" || group === "transfers" ? t(`filters.${group}`) : t(`kinds.${group}`);
  return (
    <search aria-label={t("filters.title")} className="block">
      <div className="flex flex-wrap items-end gap-3">
        <EntryTextFilter
          text={filter.text ?? ""}
          onChange={(text) => set({ text: text === "" ? undefined : text })}
        />
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
        <ToggleChips
          label={t("filters.kinds")}
          options={KIND_GROUP_NAMES.map((id) => ({ id, label: kindName(id) }))}
          values={groupsOf(filter.kinds)}
          onChange={(groups) => set({ kinds: kindsOf(groups) })}
          className="w-full"
        />
        <DateRangePicker
          label={t("filters.dates")}
          value={rangeOf(filter)}
          onChange={(range) => set({ from: range?.start.toString(), until: range?.end.toString() })}
          className="w-full sm:w-80"
        />
        {branches.length > 1 && (
          <Select
            label={t("filters.branch")}
            options={[
              { id: ANY_BRANCH, label: t("filters.anyBranch") },
              ...branches.map((named) => ({ id: named.id, label: nameOf(named) })),
            ]}
            value={filter.branchId ?? ANY_BRANCH}
            onChange={(id) => set({ branchId: id === ANY_BRANCH ? undefined : id })}
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

function rangeOf({ from, until }: EntryFilter) {
  const start = from ?? until;
  const end = until ?? from;
  if (start === undefined || end === undefined) return null;
  const range = { start: parseDate(start), end: parseDate(end) };
  return range.start.compare(range.end) <= 0 ? range : null;
}
