"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { deviceReceiptChoice, rememberReceiptChoice } from "./print-receipt";
import { ReceiptSettings } from "./receipt-settings";

/** Changes how this device prints receipts, at once. */
export function ReceiptSettingsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("receipt");
  const [choice, setChoice] = useState(deviceReceiptChoice);
  return (
    <Dialog
      onClose={onClose}
      size="small"
      title={t("settings")}
      actions={
        <Button variant="primary" onPress={onClose}>
          {t("done")}
        </Button>
      }
    >
      <ReceiptSettings
        choice={choice}
        onChange={(changed) => {
          setChoice(changed);
          rememberReceiptChoice(changed);
        }}
      />
    </Dialog>
  );
}
