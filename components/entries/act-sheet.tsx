"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ask } from "@/components/kit/contract";
import { RadioGroup } from "@/components/ui/radio-group";
import { entries as api } from "@/lib/areas/entries/contract";
import type { PortalEntry } from "@/lib/areas/entries/schemas";
import { CancelDialog } from "./cancel-dialog";
import { EntryDrawer } from "./entry-drawer";
import { PartDialog } from "./part-dialog";
import { useActingBranch } from "./use-acting-branch";

type Act = "refund" | "return" | "cancel";

/**
 * One sheet in which an entry is refunded, its goods taken back, or the whole of it voided: it opens on the amount, with the other act a
 * choice above. An entry about which nothing can be done is shown as it is.
 */
export function ActSheet({
  entryId,
  onClose,
  onNext,
  onActed,
}: {
  entryId: number;
  onClose: () => void;
  onNext: () => void;
  /** Something was done about the entry. */
  onActed: () => void;
}) {
  const t = useTranslations("entries.acts");
  const branch = useActingBranch();
  const { data, error } = useQuery(ask(api.read, { params: { entryId } }));
  // As it was when the sheet was opened: afterwards there may be nothing left to do about it.
  const [entry, setEntry] = useState<PortalEntry | null>(null);
  if (entry === null && data !== undefined) setEntry(data.entry);
  const [chosen, setChosen] = useState<Act | null>(null);
  const acts = entry === null ? [] : actsOf(entry);
  const act = chosen ?? acts[0];
  // Until it is known what can be done nothing opens: the focus goes back to where it came from when this closes.
  if (entry === null && error === null) return null;
  if (entry === null || act === undefined || branch === null)
    return <EntryDrawer entryId={entryId} onClose={onClose} beginsWithActs />;
  const otherActs = acts.length > 1 && (
    <RadioGroup
      label={t("chooseAct")}
      options={acts.map((id) => ({ id, label: t(id) }))}
      value={act}
      onChange={setChosen}
    />
  );
  const dialog = { entry, branch, otherActs, onClose, onNext, onActed };
  return act === "cancel" ? (
    <CancelDialog {...dialog} />
  ) : (
    <PartDialog key={act} act={act} begins="value" {...dialog} />
  );
}

function actsOf({ refundableUntil, returnableUntil, cancellableUntil }: PortalEntry): Act[] {
  const days = { refund: refundableUntil, return: returnableUntil, cancel: cancellableUntil };
  return (["refund", "return", "cancel"] as const).filter((act) => days[act] !== null);
}
