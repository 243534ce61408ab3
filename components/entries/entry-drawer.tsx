"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { ask } from "@/components/kit/contract";
import { useErrorText } from "@/components/kit/use-language";
import { PrintReceiptButton } from "@/components/receipt/print-receipt-button";
import { CopyButton } from "@/components/ui/copy-button";
import { Drawer } from "@/components/ui/dialog";
import { ErrorState, Loading, Skeleton } from "@/components/ui/states";
import { entries as api } from "@/lib/areas/entries/contract";
import type { EntryDetails, PortalEntry } from "@/lib/areas/entries/schemas";
import { movedPoints } from "@/lib/areas/entries/words";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { ActedLines } from "./acted-lines";
import { EntryActs } from "./entry-acts";
import { EntryBill } from "./entry-bill";
import { EntryFacts } from "./entry-facts";
import { EntryMarks } from "./entry-marks";
import { MovedPoints } from "./entry-parts";
import { EntryRows } from "./entry-rows";
import { KindIcon } from "./kind-icon";
import { kindOf } from "./kinds";

interface EntryDrawerProps {
  entryId: number;
  onClose: () => void;
  /** Shows a related entry, where the page keeps in its address which one is shown; otherwise the drawer keeps it. */
  onShow?: (entryId: number) => void;
  /** The first of the buttons has the focus, where the entry is opened to do something about it. */
  beginsWithActs?: boolean;
}

/** Everything about one entry, and about those it is tied to, one after the other. */
export function EntryDrawer({ entryId, onClose, onShow, beginsWithActs = false }: EntryDrawerProps) {
  const t = useTranslations("entries");
  const [walked, setWalked] = useState<{ from: number; to: number } | null>(null);
  const shownId = walked?.from === entryId ? walked.to : entryId;
  const [hasWalked, setHasWalked] = useState(false);
  const show = (to: number) => {
    setHasWalked(true);
    if (onShow) onShow(to);
    else setWalked({ from: entryId, to });
  };
  const { data } = useQuery(ask(api.read, { params: { entryId: shownId } }));
  const number = String(shownId);
  return (
    <Drawer
      onClose={onClose}
      title={
        data
          ? t("drawer.title", { kind: t(`kinds.${kindOf(data.entry.logTypeId)}`), number })
          : t("drawer.unknownTitle", { number })
      }
      actions={
        data && (
          <>
            <EntryActs key={shownId} entry={data.entry} size="medium" autoFocus={beginsWithActs} />
            <PrintReceiptButton entryId={shownId} />
          </>
        )
      }
    >
      <EntryContent key={shownId} entryId={shownId} onShow={show} isWalkedTo={hasWalked} />
    </Drawer>
  );
}

function EntryContent({
  entryId,
  onShow,
  isWalkedTo,
}: {
  entryId: number;
  onShow: (entryId: number) => void;
  isWalkedTo: boolean;
}) {
  const t = useTranslations("entries.drawer");
  const { textOf } = useErrorText();
  const { data, error, refetch } = useQuery(ask(api.read, { params: { entryId } }));
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The link that led here is gone: the keyboard goes on at the top of what it led to.
    if (isWalkedTo) place.current?.focus();
  }, [isWalkedTo]);
  const content = () => {
    if (data) return <Shown details={data} onShow={onShow} />;
    if (!error) return <EntrySkeleton />;
    const problem = error;
    return problem.code === "not_found" ? (
      <ErrorState title={t("notFound")} />
    ) : (
      <ErrorState title={t("failed")} onRetry={() => void refetch()}>
        {textOf(problem)}
      </ErrorState>
    );
  };
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {content()}
    </div>
  );
}

function Shown({ details, onShow }: { details: EntryDetails; onShow: (entryId: number) => void }) {
  const t = useTranslations("entries.drawer");
  const { entry } = details;
  return (
    <div className="grid gap-5">
      <div className="flex items-start gap-3">
        <span className="grid size-11 shrink-0 place-items-center rounded-xl bg-accent-soft text-accent-soft-ink">
          <KindIcon logTypeId={entry.logTypeId} className="size-5.5" />
        </span>
        <div className="min-w-0 flex-1">
          <MovedPoints entry={entry} className="block font-semibold text-2xl" />
          <EntryMarks entry={entry} />
        </div>
        <CopyButton text={String(entry.id)} label={t("copyNumber")} />
      </div>
      <ActedLines
        promotions={details.promotions}
        points={movedPoints(entry)}
        referralPoints={entry.referralPoints}
        className="rounded-xl bg-sunken p-3"
      />
      <EntryBill entry={entry} hasFacts />
      <EntryFacts details={details} />
      <EntryRelations details={details} onShow={onShow} />
    </div>
  );
}

function EntrySkeleton() {
  return (
    <Loading>
      <Skeleton className="h-14 w-48" />
      <Skeleton className="mt-5 h-28 w-full" />
      <Skeleton className="mt-5 h-72 w-full" />
    </Loading>
  );
}

/** Links from an entry to the one that it undid, and to those that undid it. */
function EntryRelations({
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
