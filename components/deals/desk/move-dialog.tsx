"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/kit/confirm-dialog";
import { useUndo } from "@/components/kit/use-undo";
import { toast } from "@/components/ui/toast-queue";
import type { DealDates, DeskDeal } from "@/lib/areas/deals/desk-schemas";
import type { DealMove } from "@/lib/portal/acts/deal-states";
import { useMoveDeal } from "./deal-acts";
import { moveBack, sendMove } from "./many-moves";
import { PublishDialog } from "./publish-dialog";

export interface MoveDialogProps {
  deal: { id: number; version: number; name: string } & Pick<
    DeskDeal,
    "startDate" | "endDate" | "expiryDate"
  >;
  move: DealMove;
  onClose: () => void;
}

/** Says what a move does before it is made: customers see all of them at once, and an end is for ever. */
export function MoveDialog({ deal, move, onClose }: MoveDialogProps) {
  const t = useTranslations("deals.desk");
  const tOffers = useTranslations("offers");
  const mutation = useMoveDeal();
  const offerUndo = useUndo("deals");
  const carryOut = async (dates?: DealDates) => {
    const moved = await mutation.mutateAsync({
      params: { dealId: deal.id },
      body: { version: deal.version, move, dates },
    });
    const said = { title: t(`moved.${moved.state}`), detail: deal.name };
    const back = moveBack(move);
    if (back === undefined) toast({ kind: "success", ...said });
    else
      offerUndo({
        ...said,
        records: [{ id: moved.id, version: moved.version }],
        send: sendMove(back),
        undone: t(`many.${back}Done`, { count: 1 }),
      });
    onClose();
  };
  if (move === "publish")
    return (
      <PublishDialog name={deal.name} dates={deal} isUnsaved={false} onPublish={carryOut} onClose={onClose} />
    );
  return (
    <ConfirmDialog
      size="small"
      title={tOffers(`moveTitles.${move}`, { name: deal.name })}
      confirmLabel={tOffers(`moves.${move}`)}
      isDangerous={move === "end"}
      isPending={mutation.isPending}
      error={mutation.error}
      onConfirm={() => carryOut().catch(() => undefined)}
      onClose={onClose}
    >
      <p>{t(`moveTexts.${move}`)}</p>
    </ConfirmDialog>
  );
}
