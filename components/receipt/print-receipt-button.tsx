"use client";

import { Printer, Settings2, Share2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { toast } from "@/components/ui/toast-queue";
import { useTouch } from "@/components/ui/use-touch";
import { receiptPath } from "@/lib/areas/receipt/words";
import { deviceReceiptChoice, printReceipt } from "./print-receipt";

const ReceiptSettingsDialog = lazyPart(
  async () => (await import("./receipt-settings-dialog")).ReceiptSettingsDialog,
  { isOverlay: true },
);

/** Prints the receipt of an entry, and says so when that cannot be done. */
export function usePrintReceipt(): (entryId: number) => Promise<void> {
  const t = useTranslations("receipt");
  return async (entryId) => {
    if (!(await printReceipt(entryId)))
      toast({ kind: "problem", title: t("failed"), detail: t("failedDetail") });
  };
}

/** The button that prints a receipt, with the choice of paper and language beside it. */
export function PrintReceiptButton({
  entryId,
  hint,
  ...props
}: {
  entryId: number;
  /** Stands behind the word, such as a key. */
  hint?: ReactNode;
} & Omit<ButtonProps, "children" | "icon" | "onPress" | "isPending">) {
  const t = useTranslations("receipt");
  const print = usePrintReceipt();
  const { variant, size } = props;
  const look = { ...(variant && { variant }), ...(size && { size }) };
  const [isPending, setPending] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const onPress = async () => {
    setPending(true);
    await print(entryId);
    setPending(false);
  };
  return (
    <span className="inline-flex flex-wrap justify-center gap-1">
      <Button {...props} icon={Printer} isPending={isPending} onPress={onPress}>
        {t("print")}
        {hint}
      </Button>
      <Button {...look} icon={Settings2} onPress={() => setChoosing(true)}>
        {t("settings")}
      </Button>
      {isChoosing && <ReceiptSettingsDialog onClose={() => setChoosing(false)} />}
    </span>
  );
}

/** Leads to the receipt, where the device's sheet of apps takes it; on devices that have such a sheet. */
export function ShareReceiptButton({
  entryId,
  ...props
}: { entryId: number } & Omit<ButtonProps, "children" | "icon" | "onPress">) {
  const t = useTranslations("receipt");
  const isTouch = useTouch();
  if (!isTouch || !("share" in navigator)) return null;
  return (
    <Button
      {...props}
      icon={Share2}
      onPress={() => void window.open(receiptPath(entryId, deviceReceiptChoice()), "_blank")}
    >
      {t("share")}
    </Button>
  );
}
