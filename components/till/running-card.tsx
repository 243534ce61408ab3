"use client";

import { LoaderCircle, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { ShortcutHint } from "./shortcut-hint";
import type { OnItsWay } from "./till-types";

/** An operation on its way: a moment as a rule, and the plain truth when it takes longer. */
export function RunningCard({
  state,
  onAsk,
  onNext,
}: {
  state: OnItsWay;
  onAsk: () => void;
  onNext: () => void;
}) {
  const t = useTranslations("till.running");
  const isUnknown = state.status === "unknown";
  const isChecking = state.status === "running" && state.isChecking;
  const title = isUnknown ? t("unknownTitle") : isChecking ? t("checkingTitle") : t("title");
  return (
    <section
      role="status"
      className="grid min-h-80 max-lg:order-first cramped:order-none place-content-center justify-items-center gap-3 rounded-2xl border border-line bg-surface p-6 text-center shadow-card"
    >
      {isUnknown ? (
        <TriangleAlert aria-hidden className="size-12 text-warning" />
      ) : (
        <LoaderCircle aria-hidden className="size-12 animate-spin text-accent" />
      )}
      <h2 className="font-semibold text-xl">{title}</h2>
      {isChecking && <p className="max-w-md text-ink-soft">{t("checking")}</p>}
      {isUnknown && <p className="max-w-md text-ink-soft">{t("unknown")}</p>}
      {(isUnknown || isChecking) && (
        <>
          <p className="max-w-md text-ink-soft">{t("goOn")}</p>
          <div className="mt-2 flex flex-wrap justify-center gap-3">
            {isUnknown && <Button onPress={onAsk}>{t("ask")}</Button>}
            <NextButton onPress={onNext} />
          </div>
        </>
      )}
    </section>
  );
}

function NextButton({ onPress }: { onPress: () => void }) {
  const t = useTranslations("till.done");
  return (
    <Button onPress={onPress}>
      {t("next")} <ShortcutHint>Esc</ShortcutHint>
    </Button>
  );
}
