"use client";

import { CloudUpload } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { ShortcutHint } from "./mode-switch";
import { isolated, useAmounts } from "./use-amounts";

/** A reward waits on this device. It looks like what it is: not done yet. */
export function QueuedPanel({
  customer,
  value,
  onNext,
}: {
  customer: string;
  value: number;
  onNext: () => void;
}) {
  const t = useTranslations("till");
  const amounts = useAmounts();
  return (
    <section className="rounded-2xl border-2 border-warning bg-surface p-5 text-center shadow-card sm:p-8">
      <div role="status">
        <CloudUpload aria-hidden className="mx-auto size-14 text-warning" />
        <h2 className="mt-3 font-semibold text-2xl">{t("offline.queued")}</h2>
        <p className="mt-1 text-ink-soft">
          {t("offline.queuedText", { money: amounts.money(value), name: isolated(customer) })}
        </p>
      </div>
      <Button variant="primary" className="mt-6" onPress={onNext}>
        {t("done.next")} <ShortcutHint>Enter</ShortcutHint>
      </Button>
    </section>
  );
}
