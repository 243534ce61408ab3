"use client";

import { useEffect, useEffectEvent } from "react";
import { ScanBurst } from "./scan-burst";

type TextInput = HTMLInputElement | HTMLTextAreaElement;

/**
 * Calls `onScan` with whatever a scanner reads, wherever the focus is. What the scanner typed into a field is taken out
 * again and the Enter at its end does nothing else, so a scan can never become an amount, a PIN or a decision. While a
 * dialog waits for an answer that is all: the next customer's card is no answer to it, and what is typed into a PIN pad is
 * nobody's to read. A field that is named in `keptBy` keeps what is scanned into it.
 *
 * Slow scanners, and those that insert a code as a whole, are not told from people. So an Enter that came with text looks something up,
 * and decides nothing; a second one right after it does nothing at all.
 */
export function useScanner(onScan: (text: string) => void, { keptBy }: { keptBy: readonly string[] }): void {
  const handle = useEffectEvent(onScan);
  const isKeeper = useEffectEvent((name: string) => keptBy.includes(name));
  useEffect(() => {
    const burst = new ScanBurst();
    /** What stood in the fields before; a scan may begin in one and end in another that has opened meanwhile. */
    const touched = new Map<TextInput, string>();
    let isCleaning = false;
    const onInput = (event: Event) => {
      if (isCleaning || textInputOf(event.target) === null) return;
      burst.write(event.timeStamp, event instanceof InputEvent ? event.data : null);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const text = burst.press(event);
      const field = textInputOf(event.target);
      // A password manager types as fast as a scanner.
      if (field?.autocomplete === "current-password") return;
      if (burst.isBeginning) touched.clear();
      if (field !== null && !touched.has(field)) touched.set(field, field.value);
      // Letters of a code are no shortcuts.
      if (burst.isFast && field === null) event.stopPropagation();
      const isScan = text !== null && text !== "";
      if (!isScan && !burst.isEcho && !(burst.isEndOfText && !isLookingUp(field))) return;
      event.preventDefault();
      event.stopPropagation();
      if (!isScan) return;
      const isKept = field !== null && isKeeper(field.name) && touched.size === 1;
      isCleaning = true;
      for (const [each, value] of touched) write(each, isKept ? text : value);
      isCleaning = false;
      const isBehindDialog = document.querySelector("[role=dialog], [role=alertdialog]") !== null;
      if (!isKept && !isBehindDialog) handle(text);
    };
    // Before anything on the page sees the Enter.
    window.addEventListener("keydown", onKeyDown, { capture: true });
    window.addEventListener("input", onInput, { capture: true });
    return () => {
      window.removeEventListener("keydown", onKeyDown, { capture: true });
      window.removeEventListener("input", onInput, { capture: true });
    };
  }, []);
}

const NO_TEXT: readonly string[] = ["radio", "checkbox", "file"];

function textInputOf(target: EventTarget | null): TextInput | null {
  if (target instanceof HTMLInputElement) return NO_TEXT.includes(target.type) ? null : target;
  return target instanceof HTMLTextAreaElement ? target : null;
}

/** Whether Enter in this field finds something, and does nothing to it. */
function isLookingUp(field: TextInput | null): boolean {
  return field?.matches("search *, [role=search] *, [role=combobox], [type=search]") === true;
}

/** Sets the text of a field in a way that its owner notices. */
function write(field: TextInput, value: string): void {
  const prototype =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
