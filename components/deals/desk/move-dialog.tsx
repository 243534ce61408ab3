"use client";

import { useTranslations } from "next-intl";
import { useErrorText } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast-queue";
import type { DeskDeal } from "@/lib/areas/deals/desk-schemas";
import type { DealMove } from "@/lib/areas/deals/states";
import { useMoveDeal } from "./mutations";

export interface MoveDialogProps {
  deal: { id: number; version: number; name: string };
  move: DealMove;
  onClose: () => void;
  onMoved?: (deal: DeskDeal) => void;
}

/** Says what a move does before it is made: customers see all of them at once, and an end is for ever. */
export function MoveDialog({ deal, move, onClose, onMoved }: MoveDialogProps) {
  const t = useTranslations("dealDesk");
  const tUi = useTranslations("ui");
  const { textOf, fieldTextOf } = useErrorText();
  const mutation = useMoveDeal();
  const error = mutation.error;
  const carryOut = () =>
    mutation.mutate(
      { id: deal.id, version: deal.version, move },
      {
        onSuccess: (moved) => {
          toast({ kind: "success", title: t(`moved.${moved.state}`), detail: deal.name });
          onMoved?.(moved);
          onClose();
        },
      },
    );
  return (
    <Dialog
      role="alertdialog"
      size="small"
      isOpen
      onOpenChange={onClose}
      title={t(`moveTitles.${move}`, { name: deal.name })}
      actions={
        <>
          <Button variant="quiet" onPress={onClose}>
            {tUi("cancel")}
          </Button>
          <Button
            variant={move === "end" ? "danger" : "primary"}
            isPending={mutation.isPending}
            onPress={carryOut}
          >
            {t(`moves.${move}`)}
          </Button>
        </>
      }
    >
      <p>{t(`moveTexts.${move}`)}</p>
      {error && (
        <Notice kind="danger" isAnnounced className="mt-4">
          {fieldTextOf(error, "endDate") === undefined ? textOf(error) : t("endIsPast")}
        </Notice>
      )}
    </Dialog>
  );
}
