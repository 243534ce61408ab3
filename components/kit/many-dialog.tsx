"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast-queue";
import { ConfirmDialog } from "./confirm-dialog";
import { type PortalError, toPortalError } from "./error";
import type { AskedAct, AskedRow } from "./many-acts";
import { type Area, outdate } from "./query";
import { useInLanguage } from "./use-language";
import { useUndo } from "./use-undo";

export interface ManyDialogProps {
  act: AskedAct;
  rows: readonly AskedRow[];
  outdates: readonly Area[];
  /** Something was done. */
  onDone: () => void;
  onClose: () => void;
}

/** A row that is left out or was refused, and why. */
interface LeftOut {
  id: number;
  name: string;
  reason: string;
}

/**
 * Asks before an act is done to many rows, and says row by row for which it cannot be done; afterwards row by row for which it was
 * refused, which nobody sees who need not.
 */
export function ManyDialog({ act, rows, outdates, onDone, onClose }: ManyDialogProps) {
  const t = useTranslations("desk.many");
  const tUi = useTranslations("ui");
  const inLanguage = useInLanguage();
  const client = useQueryClient();
  const offerUndo = useUndo(...outdates);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<PortalError | null>(null);
  const [outcome, setOutcome] = useState<{ done: number; refused: LeftOut[] } | null>(null);
  const leftOut = rows.flatMap(({ id, name, obstacle: reason }): LeftOut[] =>
    reason === null ? [] : [{ id, name, reason }],
  );
  const close = <Button onPress={onClose}>{tUi("close")}</Button>;
  const able = rows.filter(({ obstacle }) => obstacle === null);

  const tell = (records: { id: number; version: number }[]) => {
    const title = act.done(records.length);
    if (act.undo === undefined) toast({ kind: "success", title });
    else offerUndo({ title, records, send: act.undo.send, undone: act.undo.done(records.length) });
  };
  const carryOut = async () => {
    setPending(true);
    setError(null);
    try {
      const { results } = await act.send({ records: able.map(({ id, version }) => ({ id, version })) });
      const records = results.flatMap(({ id, version }) => (version === null ? [] : [{ id, version }]));
      const refused = results.flatMap(({ id, refusal }): LeftOut[] => {
        const row = able.find((one) => one.id === id);
        return refusal && row ? [{ id, name: row.name, reason: inLanguage(refusal.message) }] : [];
      });
      if (records.length > 0) {
        tell(records);
        onDone();
      }
      if (refused.length === 0) onClose();
      else setOutcome({ done: records.length, refused });
    } catch (thrown) {
      setError(toPortalError(thrown));
    }
    setPending(false);
    void outdate(client, ...outdates);
  };

  if (outcome !== null)
    return (
      <Dialog onClose={onClose} title={t("outcome")} actions={close}>
        <div className="grid gap-4">
          <p role="status">{outcome.done === 0 ? t("nothingDone") : act.done(outcome.done)}</p>
          <LeftOutList title={t("refused", { count: outcome.refused.length })} rows={outcome.refused} />
        </div>
      </Dialog>
    );
  return (
    <ConfirmDialog
      title={act.title(able.length)}
      confirmLabel={act.label}
      isDangerous={act.isDangerous ?? false}
      isReady={able.length > 0}
      isPending={isPending}
      error={error}
      onConfirm={() => void carryOut()}
      onClose={onClose}
    >
      {able.length > 0 && <p>{act.text}</p>}
      {able.length > 0 && act.facts?.(able.map(({ id }) => id))}
      {leftOut.length > 0 && <LeftOutList title={t("leftOut", { count: leftOut.length })} rows={leftOut} />}
    </ConfirmDialog>
  );
}

function LeftOutList({ title, rows }: { title: string; rows: readonly LeftOut[] }) {
  return (
    <Notice kind="warning">
      <p className="font-medium">{title}</p>
      <ul className="mt-1 list-disc ps-5">
        {rows.map(({ id, name, reason }) => (
          <li key={id}>
            <bdi className="font-medium">{name}</bdi>: {reason}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
