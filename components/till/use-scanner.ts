"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { isDialogOpen } from "@/components/ui/is-dialog-open";
import { toast } from "@/components/ui/toast-queue";
import { CutStart } from "./cut-start";
import { noteScanner } from "./own-keys";
import { ScanBurst, type ScanField, UNENDED_MS, type Verdict } from "./scan-burst";
import { AMOUNT_FIELD, BADGE_FIELD } from "./till-fields";
import { type TextInput, type TextsOfFields, writeInto } from "./write-into";

interface ScannerOptions {
  /** Names of fields that keep what is scanned into them. */
  keptBy: readonly string[];
  /** The bill's box is given a code that may be the next customer's. */
  onOffer?: (code: string, isTakenOut: boolean) => void;
}

/**
 * Calls `onScan` with whatever a scanner reads, wherever the focus is. The scanner's text is taken out of its field again and the Enter at
 * its end does nothing else, so a scan can never become an amount, a PIN or a decision. A scan while a dialog waits for an answer is said
 * to be ignored. Any other Enter is a person's and acts at once. See {@link ScanBurst}.
 */
export function useScanner(
  onScan: (text: string) => void,
  { keptBy, onOffer = () => undefined }: ScannerOptions,
): void {
  const t = useTranslations("till.scan");
  const handle = useEffectEvent((text: string) => {
    noteScanner();
    onScan(text);
  });
  const offer = useEffectEvent(onOffer);
  const kindOf = useEffectEvent((field: TextInput | null) => fieldKind(field, keptBy));
  const sayIgnored = useEffectEvent((texts: TextsOfFields) => {
    toast({ kind: "info", title: t("ignored"), detail: t("ignoredText") });
    void import("./put-back").then(({ putBackByEnter }) => putBackByEnter(texts));
  });
  useEffect(() => listenForScans({ kindOf, scan: handle, offer, sayIgnored }), []);
}

interface Reactions {
  kindOf: (field: TextInput | null) => ScanField;
  scan: (text: string) => void;
  offer: (code: string, isTakenOut: boolean) => void;
  sayIgnored: (texts: TextsOfFields) => void;
}

/** Where a character went: the field, and its text before. */
interface Origin {
  field: TextInput | null;
  before: string;
}

/** Watches the keys and texts of the page until the returned function is called. */
function listenForScans({ kindOf, scan, offer, sayIgnored }: Reactions): () => void {
  const [burst, cut] = [new ScanBurst<Origin>(), new CutStart<TextInput | null>()];
  const seen = new WeakMap<TextInput, string>();
  let isWriting = false;
  let unended: ReturnType<typeof setTimeout> | undefined;
  const placeOf = (field: TextInput | null) => ({
    // A scan that began in another field is whole in none.
    field: fieldsOf(burst.pending).size > 1 && kindOf(field) === "kept" ? ("text" as const) : kindOf(field),
    isBehindDialog: isDialogOpen(),
  });
  const write = (field: TextInput, text: string) => {
    isWriting = true;
    writeInto(field, text);
    isWriting = false;
  };
  const carryOut = (verdict: Verdict, field: TextInput | null) => {
    if (verdict.act === "keep" && field !== null) write(field, verdict.text);
    const isTaken = verdict.act === "scan" || ("isTakenOut" in verdict && verdict.isTakenOut);
    const taken = isTaken ? takeBack(burst.origins, write) : [];
    if (verdict.act === "scan") scan(verdict.text);
    if (verdict.act === "offer") offer(verdict.text, verdict.isTakenOut);
    if (verdict.act === "ignore") sayIgnored(taken);
  };
  const waitForEnd = (field: TextInput | null) => {
    clearTimeout(unended);
    unended = setTimeout(() => carryOut(burst.settle(placeOf(field)), field), UNENDED_MS);
  };
  const onInput = (event: Event) => {
    const field = textInputOf(event.target);
    if (isWriting || field === null || isPassword(field)) return;
    const before = seen.get(field) ?? "";
    seen.set(field, field.value);
    const text = insertedText(event, before, field.value);
    if (text === "") return;
    burst.write(event.timeStamp, text, arrivalOf(field, before));
    waitForEnd(field);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const field = textInputOf(event.target);
    // A password manager types as fast as a scanner.
    if (field !== null && isPassword(field)) return;
    if (cut.takes(event, field, kindOf(field) === "look-up" && field?.value !== "")) return;
    const verdict = burst.press(event, placeOf(field), arrivalOf(field, field?.value ?? ""));
    if (field !== null) seen.set(field, field.value);
    // Letters of a code are no shortcuts.
    if (burst.isFast && field === null) event.stopPropagation();
    if (event.key === "Enter" || event.key === "Tab") clearTimeout(unended);
    else waitForEnd(field);
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
    clearTimeout(unended);
    window.removeEventListener("keydown", onKeyDown, { capture: true });
    window.removeEventListener("input", onInput, { capture: true });
  };
}

/** A character that comes now into a field with this text. */
function arrivalOf(field: TextInput | null, before: string) {
  return { origin: { field, before }, arrivedAtMs: performance.now(), isContinuing: before !== "" };
}

/** The fields of these characters, each with its text before the first of them. */
function fieldsOf(origins: readonly Origin[]): Map<TextInput, string> {
  const fields = new Map<TextInput, string>();
  for (const { field, before } of origins)
    if (field !== null && !fields.has(field)) fields.set(field, before);
  return fields;
}

/** Gives the fields back their texts, those of PINs none. Returns the texts that were taken. */
function takeBack(origins: readonly Origin[], write: typeof writeInto): TextsOfFields {
  return [...fieldsOf(origins)].map(([field, before]) => {
    const { value } = field;
    write(field, isPin(field) ? "" : before);
    return [field, value];
  });
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
