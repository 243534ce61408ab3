import type { KeyboardEvent } from "react";
import { useRef } from "react";

/** Letters that follow each other within this time, in milliseconds, are one word. */
const WORD_MS = 1_000;

/**
 * The choice that is meant by typing at a closed list: its label begins with the letters typed so far, whatever their case and accents; the
 * same letter again leads to the next one. Undefined for keys that are no letters, and where nothing fits.
 */
export function useTypedChoice() {
  const typed = useRef({ text: "", at: Number.NEGATIVE_INFINITY });
  return <Choice extends { label: string }>(
    { key, altKey, ctrlKey, metaKey, timeStamp }: KeyboardEvent,
    choices: readonly Choice[],
    chosen: Choice | undefined,
  ): Choice | undefined => {
    const before = timeStamp - typed.current.at < WORD_MS ? typed.current.text : "";
    // A space opens the list, unless it is within a word.
    if ([...key].length !== 1 || altKey || ctrlKey || metaKey || (key === " " && before === ""))
      return undefined;
    const text = before === key ? key : before + key;
    typed.current = { text, at: timeStamp };
    const at = chosen === undefined ? -1 : choices.indexOf(chosen);
    // The first letter leads on from what is chosen; those that follow may mean the same choice still.
    const from = [...text].length === 1 ? at + 1 : Math.max(at, 0);
    return [...choices.slice(from), ...choices.slice(0, from)].find(({ label }) => beginsWith(label, text));
  };
}

function beginsWith(label: string, text: string): boolean {
  const beginning = label.slice(0, text.length);
  return beginning.localeCompare(text, undefined, { sensitivity: "base" }) === 0;
}
