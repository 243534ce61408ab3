"use client";

import { Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Code } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { type ReceiptChoice, receiptPath } from "@/lib/areas/receipt/words";
import { printWindow, rememberReceiptChoice } from "./print-receipt";
import { ReceiptSettings } from "./receipt-settings";
import { ShareReceipt } from "./share-receipt";

/**
 * Beside a receipt in a tab of its own: prints it, changes how this device prints, and shows the whole hash of its entry. Never on
 * paper.
 */
export function ReceiptBar({
  entryId,
  hash,
  choice,
  printsAtOnce,
}: {
  entryId: number;
  hash: string;
  choice: ReceiptChoice;
  /** Opened to be printed: the press that opened it is the only one. */
  printsAtOnce: boolean;
}) {
  const t = useTranslations("receipt");
  const [isFailed, setFailed] = useState(false);
  const print = async () => setFailed(!(await printWindow(window)));
  const printOnce = useEffectEvent(() => {
    // Loaded again, by Back or a choice of paper, it does not print once more.
    window.history.replaceState(null, "", receiptPath(entryId, choice));
    void print();
  });
  useEffect(() => {
    if (printsAtOnce) printOnce();
  }, [printsAtOnce]);
  return (
    <aside aria-label={t("settings")} className="w-full max-w-xs print:hidden">
      <Button variant="primary" icon={Printer} className="mb-3 w-full" onPress={print}>
        {t("print")}
      </Button>
      <ShareReceipt entryId={entryId} />
      {isFailed && (
        <Notice kind="danger" isAnnounced className="mb-6">
          {t("cannotPrint")}
        </Notice>
      )}
      <ReceiptSettings
        choice={choice}
        onChange={(changed) => {
          rememberReceiptChoice(changed);
          // A whole new page: the size of its paper comes with it.
          window.location.replace(receiptPath(entryId, changed));
        }}
      />
      <dl className="mt-6 text-sm">
        <dt className="font-medium text-ink-soft">{t("hashWhole")}</dt>
        <dd>
          <Code className="break-all">{hash}</Code>
        </dd>
      </dl>
      <p className="mt-1 text-ink-soft text-sm">{t("hashHint")}</p>
    </aside>
  );
}
