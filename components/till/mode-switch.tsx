"use client";

import { CircleMinus, CirclePlus, type LucideIcon, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";
import { Kbd } from "@/components/ui/kbd";
import { Pressable } from "@/components/ui/pressable";
import type { ServeDraft } from "./serve-draft";

const MODES = [
  { mode: "reward", icon: CirclePlus, shortcut: "F2" },
  { mode: "redeem", icon: CircleMinus, shortcut: "F4" },
] as const;

const CHOICE =
  "flex min-h-16 min-w-0 cursor-pointer flex-col items-center justify-center gap-1 rounded-xl border px-2 py-2 text-center leading-tight transition-colors";

/** What is done for the customer, each with its key. */
export function ModeSwitch({
  mode,
  onChange,
  onReverse,
}: {
  mode: ServeDraft["mode"];
  onChange: (mode: ServeDraft["mode"]) => void;
  onReverse: () => void;
}) {
  const t = useTranslations("till.serve");
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent; this is what to do.
    <div role="group" aria-label={t("title")} className="grid grid-cols-3 gap-2">
      {MODES.map(({ mode: choice, icon, shortcut }) => (
        <Pressable
          key={choice}
          aria-pressed={mode === choice}
          onPress={() => onChange(choice)}
          className={cx(
            CHOICE,
            mode === choice
              ? "border-accent bg-accent-soft font-semibold text-accent-soft-ink"
              : "border-line-strong bg-surface hover:bg-hover",
          )}
        >
          <Label icon={icon} shortcut={shortcut}>
            {t(choice)}
          </Label>
        </Pressable>
      ))}
      <Pressable onPress={onReverse} className={cx(CHOICE, "border-line-strong bg-surface hover:bg-hover")}>
        <Label icon={Undo2} shortcut="F8">
          {t("reverse")}
        </Label>
      </Pressable>
    </div>
  );
}

function Label({ icon: Icon, shortcut, children }: { icon: LucideIcon; shortcut: string; children: string }) {
  return (
    <>
      <span className="flex items-center gap-2 max-sm:flex-col max-sm:gap-0.5 max-sm:text-sm">
        <Icon aria-hidden className="size-5 shrink-0 rtl:-scale-x-100" />
        {children}
      </span>
      <ShortcutHint>{shortcut}</ShortcutHint>
    </>
  );
}

/** A key beside what it does, where there is a keyboard to press it on. */
export function ShortcutHint({ children }: { children: string }) {
  return (
    <span aria-hidden className="pointer-coarse:hidden">
      <Kbd>{children}</Kbd>
    </span>
  );
}
