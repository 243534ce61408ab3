"use client";

import { CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { PrintReceiptButton } from "@/components/receipt/print-receipt-button";
import { Button } from "@/components/ui/button";
import { Drawer } from "@/components/ui/dialog";
import { Code, Points } from "@/components/ui/format";
import type { Posted } from "@/lib/areas/till/schemas";
import { ActFact } from "./act-parts";

/** The act is done: new balance, and the receipt. */
export function ActDone({
  title,
  said,
  posted: { entry, wallet },
  onClose,
  onNext,
}: {
  title: string;
  said: string;
  posted: Posted;
  onClose: () => void;
  onNext?: (() => void) | undefined;
}) {
  const t = useTranslations("entries.acts");
  return (
    <Drawer
      isOpen
      onOpenChange={onClose}
      title={title}
      actions={
        <>
          <PrintReceiptButton entryId={entry.id} />
          <Button variant="primary" autoFocus onPress={onNext ?? onClose}>
            {t(onNext ? "next" : "close")}
          </Button>
        </>
      }
    >
      <p role="status" className="flex items-center gap-3 font-semibold text-lg">
        <CircleCheck aria-hidden className="size-8 shrink-0 text-success" />
        {said}
      </p>
      <dl className="mt-4 grid gap-2">
        <ActFact name={t("newBalance")}>
          <Points value={wallet.balance} className="text-2xl" />
        </ActFact>
        <ActFact name={t("entry")}>
          <Code>{String(entry.id)}</Code>
        </ActFact>
      </dl>
    </Drawer>
  );
}
