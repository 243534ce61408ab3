"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/kit/confirm-dialog";
import { useNavigation } from "@/components/kit/use-navigation";
import { useUndo } from "@/components/kit/use-undo";
import { toast } from "@/components/ui/toast-queue";
import type { DealDates, DeskDeal, ListedDeal } from "@/lib/areas/deals/desk-schemas";
import type { NeededPart } from "@/lib/areas/deals/words";
import type { DealMove } from "@/lib/portal/acts/deal-states";
import { useMoveDeal } from "./deal-acts";
import { DEAL_DATE_FIELDS } from "./deal-form";
import { moveBack, sendMove } from "./many-moves";
import { PublishDialog } from "./publish-dialog";
import { useLackingText } from "./use-lacking-text";

/** The dialog of publishing has these fields itself. */
const ASKED_AGAIN: ReadonlySet<NeededPart> = new Set(DEAL_DATE_FIELDS);

export interface MoveDialogProps {
  deal: { id: number; version: number; name: string } & Pick<
    DeskDeal,
    "startDate" | "endDate" | "expiryDate"
  > &
    Partial<Pick<ListedDeal, "lacks">>;
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
    if (back === null) toast({ kind: "success", ...said });
    else
      offerUndo({
        ...said,
        records: [{ id: moved.id, version: moved.version }],
        send: sendMove(back),
        undone: t(`many.${back}Done`, { count: 1 }),
      });
    onClose();
  };
  const lacks = deal.lacks?.filter((part) => !ASKED_AGAIN.has(part)) ?? [];
  if (move === "publish" && lacks.length > 0) return <IncompleteDialog {...{ deal, lacks, onClose }} />;
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

/** Says what a draft still lacks, and leads to it. */
function IncompleteDialog({
  deal,
  lacks,
  onClose,
}: Pick<MoveDialogProps, "deal" | "onClose"> & { lacks: readonly NeededPart[] }) {
  const t = useTranslations("deals.desk.incomplete");
  const navigation = useNavigation();
  const parts = useLackingText()(lacks);
  return (
    <ConfirmDialog
      size="small"
      title={t("title", { name: deal.name })}
      confirmLabel={t("open")}
      onConfirm={() => {
        onClose();
        navigation.push(`/manage/deals/${deal.id}`);
      }}
      onClose={onClose}
    >
      <p>{t("text", { parts })}</p>
    </ConfirmDialog>
  );
}
