"use client";

import { Kbd } from "@/components/ui/kbd";

/** A key beside what it does, where there is a keyboard to press it on. */
export function ShortcutHint({ children }: { children: string }) {
  return (
    <span aria-hidden className="shrink-0 whitespace-nowrap pointer-coarse:hidden">
      <Kbd>{children}</Kbd>
    </span>
  );
}
