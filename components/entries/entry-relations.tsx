"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { Code, DateTime } from "@/components/ui/format";
import type { EntryDetails, PortalEntry } from "@/lib/areas/entries/schemas";
import { LOG_TYPE } from "@/lib/ledger/types";
import { EntryLink } from "./entry-link";
import { EntryMarks } from "./entry-marks";
import { KindIcon } from "./kind-icon";
import { kindOf } from "./kinds";
import { MovedPoints } from "./moved-points";

/** What an entry undid, and what undid it: links that lead from one to the next. */
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
  entries,
  onShow,
}: {
  name: string;
  entries: readonly PortalEntry[];
  onShow: (entryId: number) => void;
}) {
  const t = useTranslations("entries");
  return (
    <div>
      <h4 className="mb-1 text-ink-soft text-sm">{name}</h4>
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line">
        {entries.map((entry) => (
          <li key={entry.id}>
            <EntryLink
              href={`/wallets/${entry.wallet.id}?entry=${entry.id}`}
              onOpen={() => onShow(entry.id)}
              className="flex items-center gap-3 px-4 py-2.5 -outline-offset-2 transition-colors hover:bg-hover"
            >
              <KindIcon logTypeId={entry.logTypeId} className="size-5 text-ink-faint" />
              <span className="min-w-0 flex-1">
                <span className="block font-medium">
                  {t(`kinds.${kindOf(entry.logTypeId)}`)} <Code>{String(entry.id)}</Code>
                </span>
                <DateTime value={entry.createdAt} className="block text-ink-soft text-sm" />
                <EntryMarks entry={entry} />
              </span>
              <MovedPoints entry={entry} className="font-medium" />
              <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-faint rtl:-scale-x-100" />
            </EntryLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
