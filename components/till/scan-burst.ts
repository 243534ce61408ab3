import { CODE_LENGTH_MIN, codeIn, readScanned } from "./scanned-code";

/** Keys of a scanner come a few milliseconds apart; nobody types a whole code like that. */
const GAP_MS_MAX = 50;
const MEAN_GAP_MS_MAX = 30;
/** A pause that no scanner makes between two keys, however slow, and few people between their last key and Enter. */
export const PAUSE_MS = 150;
/** Six digits of a PIN take people longer; scanners that end with no key are told from them by this. */
const PIN_GAP_MS_MAX = 80;
/** Shorter than any code; longer than the fingers of one hand falling on the keys at once. */
const LENGTH_MIN = 4;

/** Facts of a pressed key that tell whether a scanner pressed it. */
export type ScannedKey = Pick<
  KeyboardEvent,
  "key" | "code" | "shiftKey" | "ctrlKey" | "altKey" | "metaKey" | "repeat" | "timeStamp"
>;

/** A key, or a character that came into a field without one. */
type Stroke = Pick<ScannedKey, "key" | "code" | "shiftKey" | "timeStamp"> & { isInserted?: boolean };

/** Kind of the focused field: a box that finds things, one that keeps scans, the bill's, a PIN's, any other, or none. */
export type ScanField = "look-up" | "kept" | "amount" | "pin" | "text" | "none";

export interface ScanPlace {
  field: ScanField;
  isBehindDialog: boolean;
}

export type Verdict =
  /** A person's key. */
  | { act: "pass" }
  /** An Enter that came with the text before it decides nothing. */
  | { act: "hold" }
  /** The next customer: what the scanner wrote is taken out of the field again. */
  | { act: "scan"; text: string }
  /** The field gets the code. */
  | { act: "keep"; text: string }
  /** The bill's box holds a code: whether it is the next customer is asked. */
  | { act: "offer"; text: string }
  /** A scan that a dialog or a PIN is no place for: it is said. The field gets back what it held, a PIN's field nothing. */
  | { act: "ignore"; isTakenOut: boolean };

const PASS: Verdict = { act: "pass" };
const HOLD: Verdict = { act: "hold" };

/**
 * Tells a scanner, which types and then sends Enter, Tab or nothing, from a person at the same keyboard. Takes every key and every
 * text that comes into a field, in turn. Speed alone does not tell slow scanners: their Enter decides nothing anyway.
 */
export class ScanBurst {
  /** Characters at a scanner's speed. */
  #burst: Stroke[] = [];
  /** Characters since the last pause, at whatever speed. */
  #stream: Stroke[] = [];
  #isBeginning = false;
  #writtenAtMs = Number.NEGATIVE_INFINITY;
  #shiftAtMs = Number.NEGATIVE_INFINITY;
  #endedAtMs = Number.NEGATIVE_INFINITY;
  /** The character whose key was pressed, until the field has it; "" for one that the key does not name. */
  #due: string | null = null;

  /** True when the last character may have been the first of a scan: what was typed into before is worth remembering. */
  get isBeginning(): boolean {
    return this.#isBeginning;
  }

  /** True when the last two characters came faster than a person's. */
  get isFast(): boolean {
    const [one, other] = this.#burst.slice(-2);
    return one !== undefined && other !== undefined && other.timeStamp - one.timeStamp <= MEAN_GAP_MS_MAX;
  }

  /** A key went down. */
  press(key: ScannedKey, place: ScanPlace): Verdict {
    this.#isBeginning = false;
    if (key.key === "Shift") {
      this.#shiftAtMs = key.timeStamp;
      return PASS;
    }
    const isCharacter = isWriting(key) && !key.ctrlKey && !key.altKey && !key.metaKey;
    if (isCharacter) {
      this.#due = key.key === UNNAMED ? "" : key.key;
      if (key.repeat) this.#burst = [];
      else this.#add([key], key.timeStamp);
      // A blank presses buttons and ticks boxes as well; no code ends with one.
      if (key.key !== " ") this.#writtenAtMs = key.timeStamp;
      return PASS;
    }
    if (key.key === UNNAMED || MODIFIERS.includes(key.key)) return PASS;
    const isEnter = key.key === "Enter" && !key.repeat;
    const isEndOfText = isEnter && key.timeStamp - this.#writtenAtMs <= PAUSE_MS;
    const isSecond = key.timeStamp - this.#endedAtMs <= PAUSE_MS && this.#writtenAtMs <= this.#endedAtMs;
    if (isEndOfText || (isEnter && isSecond)) this.#endedAtMs = key.timeStamp;
    const isEnd = isEnter || key.key === "Tab";
    const scanned = isEnd && this.#isSince(key.timeStamp) ? this.#scanned() : null;
    const stream = this.#isSince(key.timeStamp) ? textOf(this.#stream) : "";
    this.#forget();
    if (scanned !== null) return verdictOnScan(scanned, place);
    if (isEnter && isSecond) return HOLD;
    return isEndOfText ? verdictOnEnter(stream, place) : PASS;
  }

  /**
   * Text has come into a field, by a key that was pressed or by none, as pasting and on-screen keyboards do. A busy page notes the text
   * of a key later than the key, and later than the Enter behind it: the key's own moment counts.
   */
  write(atMs: number, text: string): void {
    this.#isBeginning = false;
    const isOfKey = this.#due === "" || this.#due === text;
    this.#due = null;
    if (isOfKey) return;
    this.#writtenAtMs = atMs;
    const strokes = [...text].map((key) => ({
      ...{ key, code: "", shiftKey: false },
      ...{ timeStamp: atMs, isInserted: true },
    }));
    this.#add(strokes, atMs);
  }

  /** Nothing has come for {@link PAUSE_MS}: a scanner that ends with no key has ended. */
  settle(place: ScanPlace): Verdict {
    const stream = textOf(this.#stream);
    const code = codeIn(stream);
    const isFast = isAtSpeed(this.#burst, MEAN_GAP_MS_MAX) && this.#burst.length >= CODE_LENGTH_MIN;
    const isAtPinSpeed = isAtSpeed(this.#stream, PIN_GAP_MS_MAX);
    const isAtOnce = isWhole(this.#burst);
    this.#forget();
    if (code === null) return PASS;
    if (place.field === "pin") return isAtPinSpeed ? { act: "ignore", isTakenOut: true } : PASS;
    if (place.field === "none") return verdictOnScan(readScanned(stream), place);
    // A person who pastes sees the text, and goes on from there.
    return isFast && !isAtOnce && place.field !== "kept" ? verdictOnScan(code, place) : PASS;
  }

  #add(strokes: readonly Stroke[], atMs: number): void {
    const last = this.#stream.at(-1)?.timeStamp ?? Number.NEGATIVE_INFINITY;
    // A scanner presses Shift in its turn, before each capital letter.
    if (atMs - Math.max(last, this.#shiftAtMs) > PAUSE_MS) this.#stream = [];
    if (atMs - last > GAP_MS_MAX) this.#burst = [];
    this.#isBeginning = this.#burst.length === 0;
    this.#burst.push(...strokes);
    this.#stream.push(...strokes);
  }

  #isSince(atMs: number): boolean {
    const last = this.#stream.at(-1);
    return last !== undefined && atMs - last.timeStamp <= PAUSE_MS;
  }

  /** Scanned text; text that came without keys only when it can be a code. */
  #scanned(): string | null {
    if (this.#burst.length < LENGTH_MIN || !isAtSpeed(this.#burst, MEAN_GAP_MS_MAX)) return null;
    const text = textOf(this.#burst);
    if (this.#burst.some(({ isInserted }) => isInserted) && codeIn(text) === null) return null;
    return readScanned(text);
  }

  #forget(): void {
    this.#burst = [];
    this.#stream = [];
  }
}

function verdictOnScan(text: string, { field, isBehindDialog }: ScanPlace): Verdict {
  if (field === "kept") return { act: "keep", text };
  if (field === "pin" || isBehindDialog) return { act: "ignore", isTakenOut: true };
  return { act: "scan", text };
}

/** On an Enter right behind text, which may be a slow scanner's. */
function verdictOnEnter(stream: string, { field, isBehindDialog }: ScanPlace): Verdict {
  const code = codeIn(stream);
  if (field === "look-up") return PASS;
  if (code === null) return HOLD;
  if (field === "pin") return { act: "ignore", isTakenOut: true };
  if (isBehindDialog) return field === "kept" ? HOLD : { act: "ignore", isTakenOut: false };
  if (field === "none") return { act: "scan", text: code };
  return field === "amount" ? { act: "offer", text: code } : HOLD;
}

function isAtSpeed(strokes: readonly Stroke[], meanGapMsMax: number): boolean {
  const [first] = strokes;
  const last = strokes.at(-1);
  if (first === undefined || last === undefined) return false;
  return last.timeStamp - first.timeStamp <= meanGapMsMax * Math.max(1, strokes.length - 1);
}

/** Whether characters came into a field at once, as by pasting. */
function isWhole(strokes: readonly Stroke[]): boolean {
  return (
    strokes.length > 1 && strokes.every((one) => one.isInserted && one.timeStamp === strokes[0]?.timeStamp)
  );
}

function textOf(keys: readonly Stroke[]): string {
  // With an Arabic keyboard the letters of a code come out as Arabic ones. Scanners press the keys of an American keyboard.
  const isForeign = keys.some(({ key }) => key > "\u007f" || key === UNNAMED);
  return keys
    .map((key) => (isForeign ? (americanKey(key) ?? key.key) : key.key))
    .join("")
    .trim();
}

const MODIFIERS: readonly string[] = ["Alt", "AltGraph", "CapsLock", "Control", "Meta", "NumLock"];

/** How browsers call a key that writes two letters at once, as that of the Arabic lam-alef does, if they do not write both. */
const UNNAMED = "Unidentified";

function isWriting(key: ScannedKey): boolean {
  if (key.key === UNNAMED) return americanKey(key) !== undefined;
  return [...key.key].length === 1 || key.key > "\u007f";
}

const SHIFTED_DIGITS = ")!@#$%^&*(";
const PUNCTUATION: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  Minus: ["-", "_"],
  Equal: ["=", "+"],
  Semicolon: [";", ":"],
  Quote: ["'", '"'],
  Comma: [",", "<"],
  Period: [".", ">"],
  Slash: ["/", "?"],
  Backslash: ["\\", "|"],
  BracketLeft: ["[", "{"],
  BracketRight: ["]", "}"],
  Backquote: ["`", "~"],
  Space: [" ", " "],
};

/** Letter of the key in this place of an American keyboard. */
function americanKey({ code, shiftKey }: Stroke): string | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  if (digit !== undefined) return shiftKey ? SHIFTED_DIGITS[Number(digit)] : digit;
  return PUNCTUATION[code]?.[shiftKey ? 1 : 0];
}
