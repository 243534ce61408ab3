"use client";

import { useEffect, useEffectEvent } from "react";
import { ScanBurst } from "./scan-burst";

type TextInput = HTMLInputElement | HTMLTextAreaElement;

/**
 * Calls `onScan` with whatever a scanner reads, wherever the focus is. What the scanner typed into a field is taken out
 * again and the Enter at its end does nothing else, so a scan can never become an amount, a PIN or a decision. While a
 * dialog waits for an answer that is all: the next customer's card is no answer to it, and what is typed into a PIN pad is
 * nobody's to read. A field that is named in `keptBy` keeps what is scanned into it.
 */
export function useScanner(onScan: (text: string) => void, { keptBy }: { keptBy: readonly string[] }): void {
  const handle = useEffectEvent(onScan);
  const isKeeper = useEffectEvent((name: string) => keptBy.includes(name));
  useEffect(() => {
    const burst = new ScanBurst();
    /** What stood in the fields before; a scan may begin in one and end in another that has opened meanwhile. */
    const touched = new Map<TextInput, string>();
    const onKeyDown = (event: KeyboardEvent) => {
      const text = burst.press(event);
      const field = textInputOf(event.target);
      // A password manager types as fast as a scanner.
      if (field?.autocomplete === "current-password") return;
      if (burst.isBeginning) touched.clear();
      if (field !== null && !touched.has(field)) touched.set(field, field.value);
      // Letters of a code are no shortcuts.
      if (burst.isFast && field === null) event.stopPropagation();
      if (text === null || text === "") return;
      event.preventDefault();
      event.stopPropagation();
      const isKept = field !== null && isKeeper(field.name) && touched.size === 1;
      for (const [each, value] of touched) write(each, isKept ? text : value);
      const isBehindDialog = document.querySelector("[role=dialog], [role=alertdialog]") !== null;
      if (!isKept && !isBehindDialog) handle(text);
    };
    // Before anything on the page sees the Enter.
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
  }, []);
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
