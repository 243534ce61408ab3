"use client";

import { useEffect, useEffectEvent } from "react";
import { ScanBurst } from "./scan-burst";

type TextInput = HTMLInputElement | HTMLTextAreaElement;

/**
 * Calls `onScan` with whatever a scanner reads, wherever the focus is. What the scanner typed into a field is taken out
 * again and the Enter at its end does nothing else, so a scan can never become an amount. Dialogs are left alone: what is
 * typed into a PIN pad is nobody's to read. A field whose name is `keptBy` keeps what is scanned into it.
 */
export function useScanner(onScan: (text: string) => void, { keptBy }: { keptBy: string }): void {
  const handle = useEffectEvent(onScan);
  useEffect(() => {
    const burst = new ScanBurst();
    let before: { field: TextInput; value: string } | null = null;
    const onKeyDown = (event: KeyboardEvent) => {
      if (document.querySelector("[role=dialog], [role=alertdialog]") !== null) return;
      const text = burst.press(event);
      const field = textInputOf(event.target);
      if (burst.isBeginning) before = field && { field, value: field.value };
      if (text === null || text === "") return;
      event.preventDefault();
      event.stopPropagation();
      if (before?.field.name === keptBy) return write(before.field, text);
      if (before !== null) write(before.field, before.value);
      handle(text);
    };
    // Before anything on the page sees the Enter.
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [keptBy]);
}

function textInputOf(target: EventTarget | null): TextInput | null {
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isText ? target : null;
}

/** Sets the text of a field in a way that its owner notices. */
function write(field: TextInput, value: string): void {
  const prototype =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
