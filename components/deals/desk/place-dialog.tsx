"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/kit/confirm-dialog";
import { NumberField } from "@/components/ui/number-field";

/** Moves a deal to a place that is typed. */
export function PlaceDialog({
  name,
  count,
  onPlace,
  onClose,
}: {
  name: string;
  /** Places that there are. */
  count: number;
  /** The place, from 0 on. */
  onPlace: (place: number) => void;
  onClose: () => void;
}) {
  const t = useTranslations("deals.desk.order");
  const [place, setPlace] = useState<number | null | undefined>(null);
  const [isTried, setTried] = useState(false);
  const isPlace = typeof place === "number" && place >= 1 && place <= count;
  return (
    <ConfirmDialog
      size="small"
      title={t("jump", { name })}
      confirmLabel={t("move")}
      onConfirm={() => {
        setTried(true);
        if (!isPlace) return;
        onPlace(place - 1);
        onClose();
      }}
      onClose={onClose}
    >
      <NumberField
        label={t("place", { count })}
        value={place}
        onChange={setPlace}
        errorMessage={isTried && !isPlace ? t("noPlace", { count }) : undefined}
        autoFocus
      />
    </ConfirmDialog>
  );
}
