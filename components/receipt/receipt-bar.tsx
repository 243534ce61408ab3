"use client";

import { Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { type ReceiptChoice, receiptPath } from "@/lib/areas/receipt/schemas";
import { rememberReceiptChoice } from "./print-receipt";
import { ReceiptSettings } from "./receipt-settings";

/** Beside a receipt in a tab of its own: prints it, and changes how this device prints. Never on paper. */
export function ReceiptBar({ entryId, choice }: { entryId: number; choice: ReceiptChoice }) {
  const t = useTranslations("receipt");
  return (
    <aside aria-label={t("settings")} className="w-full max-w-xs print:hidden">
      <Button variant="primary" icon={Printer} className="mb-6 w-full" onPress={() => window.print()}>
        {t("print")}
      </Button>
      <ReceiptSettings
        choice={choice}
        onChange={(changed) => {
          rememberReceiptChoice(changed);
          // A whole new page: the size of its paper comes with it.
          window.location.replace(receiptPath(entryId, changed));
        }}
      />
    </aside>
  );
}
