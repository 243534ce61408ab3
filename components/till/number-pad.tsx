"use client";

import { Delete } from "lucide-react";
import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { Pressable } from "@/components/ui/pressable";
import { writeInto } from "./use-scanner";

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "0"] as const;
const KEY =
  "grid min-h-12 cursor-pointer select-none place-items-center rounded-lg border border-line bg-surface font-medium text-xl hover:bg-hover active:bg-sunken";

/** The keys of an amount, for a device whose keyboard stays closed. They have the same order in every language. */
export function NumberPad({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const t = useTranslations("ui");
  const write = (change: (text: string) => string) => {
    const input = field.current;
    if (input === null) return;
    input.focus();
    writeInto(input, change(input.value));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent.
    <div role="group" aria-label={t("keypad")} dir="ltr" className="grid grid-cols-3 gap-1.5">
      {KEYS.map((key) => (
        <Pressable key={key} className={KEY} onPress={() => write((text) => text + key)}>
          {key}
        </Pressable>
      ))}
      <Pressable
        aria-label={t("deleteDigit")}
        className={KEY}
        onPress={() => write((text) => text.slice(0, -1))}
      >
        <Delete aria-hidden className="size-5" />
      </Pressable>
    </div>
  );
}
