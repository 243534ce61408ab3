"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { isDialogOpen } from "@/components/ui/is-dialog-open";
import { toast } from "@/components/ui/toast-queue";
import { PAUSE_MS, ScanBurst, type ScanField, type Verdict } from "./scan-burst";
import { AMOUNT_FIELD, BADGE_FIELD } from "./till-fields";

type TextInput = HTMLInputElement | HTMLTextAreaElement;

interface ScannerOptions {
  /** Names of fields that keep what is scanned into them. */
  keptBy: readonly string[];
  /** The bill's box holds a code that came slowly. */
  onOffer?: (code: string) => void;
}

/**
 * Calls `onScan` with whatever a scanner reads, wherever the focus is. The scanner's text is taken out of its field again and the Enter at
 * its end does nothing else, so a scan can never become an amount, a PIN or a decision. A scan while a dialog waits for an answer is said
 * to be ignored. Slow scanners, and those that insert a code as a whole, are not told from people by their speed: an Enter that came with
 * text looks something up, and decides nothing. See {@link ScanBurst}.
 */
export function useScanner(
  onScan: (text: string) => void,
  { keptBy, onOffer = () => undefined }: ScannerOptions,
): void {
  const t = useTranslations("till.scan");
  const handle = useEffectEvent(onScan);
  const offer = useEffectEvent(onOffer);
  const kindOf = useEffectEvent((field: TextInput | null) => fieldKind(field, keptBy));
  const sayIgnored = useEffectEvent(() =>
    toast({ kind: "info", title: t("ignored"), detail: t("ignoredText") }),
  );
  useEffect(() => listenForScans({ kindOf, scan: handle, offer, sayIgnored }), []);
}

interface Reactions {
  kindOf: (field: TextInput | null) => ScanField;
  scan: (text: string) => void;
  offer: (code: string) => void;
  sayIgnored: () => void;
}

/** Watches the keys and texts of the page until the returned function is called. */
function listenForScans({ kindOf, scan, offer, sayIgnored }: Reactions): () => void {
  const burst = new ScanBurst();
  const texts = new FieldTexts();
  let pause: ReturnType<typeof setTimeout> | undefined;
  const placeOf = (field: TextInput | null) => ({
    // A scan that began in another field is whole in none.
    field: texts.areOfSeveral && kindOf(field) === "kept" ? ("text" as const) : kindOf(field),
    isBehindDialog: isDialogOpen(),
  });
  const carryOut = (verdict: Verdict, field: TextInput | null) => {
    if (verdict.act === "keep" && field !== null) texts.write([[field, verdict.text]]);
    else if (verdict.act === "scan" || (verdict.act === "ignore" && verdict.isTakenOut)) texts.takeBack();
    if (verdict.act === "scan") scan(verdict.text);
    if (verdict.act === "offer") offer(verdict.text);
    if (verdict.act === "ignore") sayIgnored();
  };
  const waitForMore = (field: TextInput | null) => {
    clearTimeout(pause);
    pause = setTimeout(() => carryOut(burst.settle(placeOf(field)), field), PAUSE_MS);
  };
  const onInput = (event: Event) => {
    const field = textInputOf(event.target);
    if (texts.isWriting || field === null || isPassword(field)) return;
    const before = texts.look(field);
    const text = insertedText(event, before, field.value);
    if (text === "") return;
    burst.write(event.timeStamp, text);
    texts.remember(field, before, burst);
    waitForMore(field);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const field = textInputOf(event.target);
    // A password manager types as fast as a scanner.
    if (field !== null && isPassword(field)) return;
    const verdict = burst.press(event, placeOf(field));
    if (field !== null) {
      texts.remember(field, field.value, burst);
      texts.look(field);
    }
    // Letters of a code are no shortcuts.
    if (burst.isFast && field === null) event.stopPropagation();
    if (event.key === "Enter" || event.key === "Tab") clearTimeout(pause);
    else waitForMore(field);
    if (verdict.act === "pass") return;
    // A box that finds things goes on with its Enter, whatever it keeps. After a badge Enter only leads to its PIN.
    const isOfBox = verdict.act === "keep" || verdict.act === "hold";
    const goesOn = field !== null && (field.name === BADGE_FIELD || (isOfBox && isLookingUp(field)));
    if (!goesOn) {
      event.preventDefault();
      event.stopPropagation();
    }
    carryOut(verdict, field);
  };
  // Before anything on the page sees the Enter.
  window.addEventListener("keydown", onKeyDown, { capture: true });
  window.addEventListener("input", onInput, { capture: true });
  return () => {
    clearTimeout(pause);
    window.removeEventListener("keydown", onKeyDown, { capture: true });
    window.removeEventListener("input", onInput, { capture: true });
  };
}

/** Texts of the page's fields: before what may be a scan, and as last seen. */
class FieldTexts {
  /** Of several fields, when a scan began in one and ends in another that has opened meanwhile. */
  readonly #before = new Map<TextInput, string>();
  readonly #seen = new WeakMap<TextInput, string>();
  /** True while a field is written here, not by a person or a scanner. */
  isWriting = false;

  get areOfSeveral(): boolean {
    return this.#before.size > 1;
  }

  /** Returns the text that the field had when it was last looked at. */
  look(field: TextInput): string {
    const seen = this.#seen.get(field) ?? "";
    this.#seen.set(field, field.value);
    return seen;
  }

  remember(field: TextInput, before: string, { isBeginning }: ScanBurst): void {
    if (isBeginning) this.#before.clear();
    if (!this.#before.has(field)) this.#before.set(field, before);
  }

  /** Gives the fields back their texts, those of PINs none. */
  takeBack(): void {
    this.write([...this.#before].map(([field, before]) => [field, isPin(field) ? "" : before]));
  }

  write(texts: readonly (readonly [field: TextInput, text: string])[]): void {
    this.isWriting = true;
    for (const [field, text] of texts) writeInto(field, text);
    this.isWriting = false;
  }
}

/** New text of a field: the event's, else the text behind the earlier one. */
function insertedText(event: Event, before: string, after: string): string {
  if (event instanceof InputEvent && event.data !== null) return event.data;
  if (event instanceof InputEvent && event.inputType.startsWith("delete")) return "";
  return after.startsWith(before) ? after.slice(before.length) : after;
}

function fieldKind(field: TextInput | null, keptBy: readonly string[]): ScanField {
  if (field === null) return "none";
  if (keptBy.includes(field.name)) return "kept";
  if (isPin(field)) return "pin";
  if (field.name === AMOUNT_FIELD) return "amount";
  return isLookingUp(field) ? "look-up" : "text";
}

function isPin(field: TextInput): boolean {
  return field.matches("[data-masked]");
}

function isPassword(field: TextInput): boolean {
  return field.autocomplete === "current-password" || field.autocomplete === "new-password";
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
export function writeInto(field: TextInput, value: string): void {
  const prototype =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
