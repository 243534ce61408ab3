"use client";

import { CircleCheckBig, CircleSlash, CloudUpload } from "lucide-react";
import { useTranslations } from "next-intl";
import { useKeptOutcome } from "@/components/operations/use-kept-operations";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { useAmounts } from "@/components/wallet/use-amounts";
import { ShortcutHint } from "./shortcut-hint";

const LOOKS = {
  waiting: {
    Mark: CloudUpload,
    tone: "text-warning",
    border: "border-warning",
    title: "offline.queued",
    text: "offline.queuedText",
  },
  sent: {
    Mark: CircleCheckBig,
    tone: "text-ink-soft",
    border: "border-line-strong",
    title: "offline.sent",
    text: "offline.sentText",
  },
  refused: {
    Mark: CircleSlash,
    tone: "text-danger",
    border: "border-danger",
    title: "offline.refused",
    text: "offline.refusedText",
  },
} as const;

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
  const outcome = useKeptOutcome(sequence);
  const { Mark, tone, border, title, text } = LOOKS[outcome];
  const values = { money: amounts.money(value), name: customer ?? t("wallet.thisOne") };
  return (
    <section className={cx("rounded-2xl border-2 bg-surface p-5 text-center shadow-card sm:p-8", border)}>
      <div role="status">
        <Mark aria-hidden className={cx("mx-auto size-14", tone)} />
        <h2 className="mt-3 font-semibold text-2xl">{t(title)}</h2>
        <p className="mt-1 text-ink-soft">{t(text, values)}</p>
      </div>
      <Button variant="primary" className="mt-6" onPress={onNext}>
        {t("done.next")} <ShortcutHint>Enter</ShortcutHint>
      </Button>
    </section>
  );
}
