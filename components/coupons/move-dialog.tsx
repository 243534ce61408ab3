"use client";

import { useTranslations } from "next-intl";
import { ActConfirm } from "@/components/kit/acts";
import { useInLanguage } from "@/components/kit/use-language";
import { coupons as api } from "@/lib/areas/coupons/contract";
import type { DeskTemplate } from "@/lib/areas/coupons/schemas";

/** Says what a move stops or begins before it is made. */
export function MoveDialog({
  template: { id, version, titleEn, titleAr },
  move,
  onDone,
  onClose,
}: {
  template: DeskTemplate;
  move: DeskTemplate["moves"][number];
  onDone?: () => void;
  onClose: () => void;
}) {
  const t = useTranslations("coupons");
  const tOffers = useTranslations("offers");
  const name = useInLanguage()({ en: titleEn, ar: titleAr });
  return (
    <ActConfirm
      title={tOffers(`moveTitles.${move}`, { name })}
      confirmLabel={tOffers(`moves.${move}`)}
      act={api.switch}
      givesNothing={move === "pause"}
      asked={{ params: { templateId: id }, body: { version, state: move === "pause" ? "stopped" : "live" } }}
      said={t("saved")}
      {...(onDone && { onDone })}
      onClose={onClose}
    >
      <p>{t(`moveTexts.${move}`)}</p>
    </ActConfirm>
  );
}
