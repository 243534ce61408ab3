"use client";

import { useTranslations } from "next-intl";
import type { EntryDetails, PortalEntry } from "@/lib/areas/entries/schemas";
import { LOG_TYPE } from "@/lib/ledger/core/types";
import { EntryRows } from "./entry-rows";

/** Links from an entry to the one that it undid, and to those that undid it. */
export function EntryRelations({
  details: { entry, refersTo, referredToBy },
  onShow,
}: {
  details: EntryDetails;
  onShow: (entryId: number) => void;
}) {
  const t = useTranslations("entries.drawer");
  if (refersTo === null && referredToBy.length === 0) return null;
  const isTransfer = entry.logTypeId === LOG_TYPE.transferIn || entry.logTypeId === LOG_TYPE.transferOut;
  return (
    <section>
      <h3 className="mb-2 font-semibold">{t("relations")}</h3>
      <div className="grid gap-3">
        {refersTo && (
          <Relation name={t(isTransfer ? "comesFrom" : "refersTo")} entries={[refersTo]} onShow={onShow} />
        )}
        {referredToBy.length > 0 && (
          <Relation name={t(isTransfer ? "goesTo" : "undoneBy")} entries={referredToBy} onShow={onShow} />
        )}
      </div>
    </section>
  );
}

function Relation({
  name,
  ...rows
}: {
  name: string;
  entries: readonly PortalEntry[];
  onShow: (entryId: number) => void;
}) {
  return (
    <div>
      <h4 className="mb-1 text-ink-soft text-sm">{name}</h4>
      <EntryRows {...rows} />
    </div>
  );
}
