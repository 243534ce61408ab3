"use client";

import { Camera, Keyboard, type LucideIcon, ReceiptText, ScanLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { useHelp } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { Code } from "@/components/ui/format";
import type { RecentCustomer } from "./recent-customers";
import { ShortcutHint } from "./shortcut-hint";
import { useHasCamera } from "./use-has-camera";

const WAYS: readonly [icon: LucideIcon, text: "scan" | "type" | "receipt"][] = [
  [ScanLine, "scan"],
  [Keyboard, "type"],
  [ReceiptText, "receipt"],
];

/** First steps, for a person who has never seen the page; and the customer just served. */
export function ReadyCard({
  recent,
  onPick,
  onCamera,
}: {
  recent: readonly RecentCustomer[];
  onPick: (walletId: number) => void;
  onCamera: () => void;
}) {
  const t = useTranslations("till.ready");
  const box = useTranslations("till.box");
  const hasCamera = useHasCamera();
  const openHelp = useHelp();
  return (
    <div className="grid items-start gap-6">
      <section className="rounded-2xl border border-line bg-surface p-5 shadow-card sm:p-8">
        <h2 className="font-semibold text-xl">{t("title")}</h2>
        {hasCamera && (
          <Button
            variant="primary"
            size="large"
            icon={Camera}
            className="mt-5 h-20 w-full pointer-fine:hidden"
            onPress={onCamera}
          >
            {box("camera")}
          </Button>
        )}
        <ul className="mt-5 grid gap-5 md:grid-cols-3">
          {WAYS.map(([Icon, text]) => (
            <li key={text} className="flex items-start gap-3">
              <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-accent-soft text-accent-soft-ink">
                <Icon aria-hidden className="size-5" />
              </span>
              <span className="min-w-0 pt-2">
                {text === "type" ? (
                  <>
                    <span className="pointer-coarse:hidden">{t("type")}</span>
                    <span className="hidden pointer-coarse:inline">{t("typeTouch")}</span>
                  </>
                ) : (
                  t(text)
                )}
              </span>
            </li>
          ))}
        </ul>
        <Button variant="quiet" className="-ms-3 mt-5 pointer-coarse:hidden" onPress={() => openHelp("help")}>
          {t("help")} <ShortcutHint>F1</ShortcutHint>
        </Button>
      </section>
      {recent.length > 0 && (
        <section className="rounded-2xl border border-line bg-surface p-5 shadow-card sm:p-6">
          <h2 className="font-semibold text-lg">{t("recent")}</h2>
          <ul className="mt-3 flex flex-wrap gap-2">
            {recent.map(({ walletId, name, mobile }) => (
              <li key={walletId}>
                <Button onPress={() => onPick(walletId)}>
                  {name && <bdi className="min-w-0 wrap-anywhere">{name}</bdi>}
                  <Code className="text-ink-soft">{mobile}</Code>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
