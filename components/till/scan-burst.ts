/** Keys of a scanner come a few milliseconds apart; nobody types a whole code like that. */
const GAP_MS_MAX = 50;
const MEAN_GAP_MS_MAX = 30;
/** A pause that no scanner makes between two keys, however slow, and few people between their last key and Enter. */
export const PAUSE_MS = 150;
/** Shorter than any code; longer than the fingers of one hand falling on the keys at once. */
const LENGTH_MIN = 4;

/** What of a pressed key tells whether a scanner pressed it. */
export type ScannedKey = Pick<
  KeyboardEvent,
  "key" | "code" | "shiftKey" | "ctrlKey" | "altKey" | "metaKey" | "repeat" | "timeStamp"
>;

/** Tells a scanner, which types and then sends Enter or Tab, from a person at the same keyboard. Takes every key in turn. */
export class ScanBurst {
  #keys: ScannedKey[] = [];
  #isBeginning = false;
  #writtenAtMs = Number.NEGATIVE_INFINITY;
  #endedAtMs = Number.NEGATIVE_INFINITY;
  /** The last character that a key wrote. */
  #character: string | null = null;
  #isEndOfText = false;
  #isEcho = false;

  /** True when the last key was an Enter that came with the text before it: a person had no time to see what it says. */
  get isEndOfText(): boolean {
    return this.#isEndOfText;
  }

  /** True when the last key was an Enter right after one that ended text, as scanners send that end a line with two characters. */
  get isEcho(): boolean {
    return this.#isEcho;
  }

  /** True when the last key may have been the first of a scan: what was typed into before is worth remembering. */
  get isBeginning(): boolean {
    return this.#isBeginning;
  }

  /** True when the last two characters came faster than a person's. */
  get isFast(): boolean {
    const [one, other] = this.#keys.slice(-2);
    return one !== undefined && other !== undefined && other.timeStamp - one.timeStamp <= MEAN_GAP_MS_MAX;
  }

  /**
   * Text has come into a field, by keys or as a whole, at this moment of the page. A busy page notes the text of a key later than the key,
   * and later than the Enter behind it: the key's own moment counts.
   */
  write(atMs: number, text: string | null = null): void {
    if (text === null || text !== this.#character) this.#writtenAtMs = atMs;
  }

  /** The text that was scanned, when this key ends a scan; otherwise null. */
  press(key: ScannedKey): string | null {
    this.#isBeginning = false;
    this.#noteEnter(key);
    if (key.key === "Shift") return null;
    const isEnd = key.key === "Enter" || key.key === "Tab";
    const last = this.#keys.at(-1);
    if (last === undefined || key.repeat || key.timeStamp - last.timeStamp > GAP_MS_MAX) this.#keys = [];
    const isCharacter = isWriting(key) && !key.ctrlKey && !key.altKey && !key.metaKey;
    // A blank presses buttons and ticks boxes as well; no code ends with one.
    if (isCharacter && key.key !== " ") this.write(key.timeStamp);
    if (isCharacter) this.#character = key.key;
    if (isCharacter && !key.repeat) {
      this.#isBeginning = this.#keys.length === 0;
      this.#keys.push(key);
      return null;
    }
    const scanned = isEnd ? textOf(this.#keys) : null;
    this.#keys = [];
    return scanned;
  }

  #noteEnter({ key, repeat, timeStamp }: ScannedKey): void {
    const isEnter = key === "Enter" && !repeat;
    this.#isEndOfText = isEnter && timeStamp - this.#writtenAtMs <= PAUSE_MS;
    const isSecond = timeStamp - this.#endedAtMs <= PAUSE_MS && this.#writtenAtMs <= this.#endedAtMs;
    this.#isEcho = isEnter && isSecond;
    if (this.#isEndOfText && !this.#isEcho) this.#endedAtMs = timeStamp;
  }
}

function textOf(keys: readonly ScannedKey[]): string | null {
  const [first] = keys;
  const last = keys.at(-1);
  if (first === undefined || last === undefined || keys.length < LENGTH_MIN) return null;
  if ((last.timeStamp - first.timeStamp) / (keys.length - 1) > MEAN_GAP_MS_MAX) return null;
  // With an Arabic keyboard the letters of a code come out as Arabic ones. Scanners press the keys of an American keyboard.
  const isForeign = keys.some(({ key }) => key > "\u007f" || key === UNNAMED);
  return keys
    .map((key) => (isForeign ? (americanKey(key) ?? key.key) : key.key))
    .join("")
    .trim();
}

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

/** What the key in this place writes on an American keyboard. */
function americanKey({ code, shiftKey }: ScannedKey): string | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  if (digit !== undefined) return shiftKey ? SHIFTED_DIGITS[Number(digit)] : digit;
  return PUNCTUATION[code]?.[shiftKey ? 1 : 0];
}
