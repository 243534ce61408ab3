"use client";

import { CircleCheckBig, CloudUpload } from "lucide-react";
import { useTranslations } from "next-intl";
import { useIsWaiting } from "@/components/operations/use-kept-operations";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { isolated, useAmounts } from "@/components/wallet/use-amounts";
import { ShortcutHint } from "./shortcut-hint";

interface QueuedPanelProps {
  /** Null: a wallet without a name. */
  customer: string | null;
  value: number;
  /** Under which it is kept. */
  sequence: number;
  onNext: () => void;
}

/** A reward waits on this device. The panel says that nothing is done yet, until the reward is sent; its outcome is told above. */
export function QueuedPanel({ customer, value, sequence, onNext }: QueuedPanelProps) {
  const t = useTranslations("till");
  const amounts = useAmounts();
  const isWaiting = useIsWaiting(sequence);
  const values = { money: amounts.money(value), name: isolated(customer ?? t("wallet.noName")) };
  return (
    <section
      className={cx(
        "rounded-2xl border-2 bg-surface p-5 text-center shadow-card sm:p-8",
        isWaiting ? "border-warning" : "border-line-strong",
      )}
    >
      <div role="status">
        {isWaiting ? (
          <CloudUpload aria-hidden className="mx-auto size-14 text-warning" />
        ) : (
          <CircleCheckBig aria-hidden className="mx-auto size-14 text-ink-soft" />
        )}
        <h2 className="mt-3 font-semibold text-2xl">{t(isWaiting ? "offline.queued" : "offline.sent")}</h2>
        <p className="mt-1 text-ink-soft">
          {t(isWaiting ? "offline.queuedText" : "offline.sentText", values)}
        </p>
      </div>
      <Button variant="primary" className="mt-6" onPress={onNext}>
        {t("done.next")} <ShortcutHint>Enter</ShortcutHint>
      </Button>
    </section>
  );
}
