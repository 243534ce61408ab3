import { isWriting, MODIFIERS, type ScannedKey, textOf, UNNAMED } from "./american-keys";
import { codeIn, readScanned } from "./scanned-code";

export type { ScannedKey };

/** A longer gap between two characters is a pause: a person's, or a scanner's that hesitates. */
export const GAP_MS_MAX = 50;
const MEAN_GAP_MS_MAX = 30;
/** Text goes on over pauses up to this length, and its Enter comes as soon. */
export const PAUSE_MS = 150;
/** No hand types a whole code in this time a key, nor as evenly as a slow scanner does. */
const CODE_GAP_MS_MAX = 60;
const UNEVEN_MS_MAX = 8;
/** Among so many gaps one may be a slow scanner's hesitation. */
const HESITATING_GAPS_MIN = 8;
/** Shorter than any code; longer than the fingers of one hand falling on the keys at once. */
const LENGTH_MIN = 4;
const FALLING_GAP_MS_MAX = 12;
/** No hand is as even; a slow scanner may be. */
const EXACT_MS_MAX = 2;
/** No hand types several different keys in less time each. */
const HAND_GAP_MS_MIN = 40;
const PIN = /^\d{1,6}$/;
/** Wait before a scan without an end is acted on; longer than a busy page lets keys wait. Judges nothing. */
export const UNENDED_MS = 1_000;

/** A key, or a character that came into a field without one. */
interface Stroke<Origin> extends Pick<ScannedKey, "key" | "code" | "shiftKey"> {
  atMs: number;
  /** Since the character before, or the Shift between. */
  gapMs: number;
  isInserted: boolean;
  origin: Origin;
  arrivedAtMs: number;
  isContinuing: boolean;
}

/** Where a character goes, and when the page is told of it, in milliseconds of the page. */
interface Arrival<Origin> {
  origin: Origin;
  arrivedAtMs: number;
  /** The field held text before: a hand may be typing there. */
  isContinuing: boolean;
}

/** Kind of the focused field: a box that finds things, one that keeps scans, the bill's, a PIN's, any other, or none. */
export type ScanField = "look-up" | "kept" | "amount" | "pin" | "text" | "none";

export interface ScanPlace {
  field: ScanField;
  isBehindDialog: boolean;
}

export type Verdict =
  /** A person's key. */
  | { act: "pass" }
  /** An Enter of a scanner that decides nothing. */
  | { act: "hold" }
  /** The next customer: the scanned text is taken out of the field again. */
  | { act: "scan"; text: string }
  /** The field gets the code. */
  | { act: "keep"; text: string }
  /** A scanner gives the bill's box a code: whether it is the next customer is asked. `isTakenOut`: the bill is as before. */
  | { act: "offer"; text: string; isTakenOut: boolean }
  /** A scan that a dialog or a PIN is no place for: it is said. The field gets back what it held, a PIN's field nothing. */
  | { act: "ignore"; isTakenOut: boolean };

const PASS: Verdict = { act: "pass" };
const HOLD: Verdict = { act: "hold" };

/**
 * Tells a scanner, which types and then sends Enter, Tab or nothing, from a person at the same keyboard. Takes every key and every
 * text that comes into a field, in turn. Keys are judged by the times at which they were pressed, never by when they arrive: on a busy
 * page both differ. `Origin` is the caller's note about where a character went.
 */
export class ScanBurst<Origin = undefined> {
  /** Characters since the last long pause. */
  #stream: Stroke<Origin>[] = [];
  #shiftAtMs = Number.NEGATIVE_INFINITY;
  #endedAtMs = Number.NEGATIVE_INFINITY;
  #isWrittenSinceEnd = false;
  /** Length of the stream that was acted on before its end; what arrives later goes on from there. */
  #actedLength = 0;
  /** The character whose key was pressed, until the field has it; "" for one that the key does not name. */
  #due: string | null = null;
  #pressedAtMs: number | null = null;
  #scanned: readonly Stroke<Origin>[] = [];

  /** Origins of the characters since the last end, in turn. */
  get pending(): readonly Origin[] {
    return this.#stream.map(({ origin }) => origin);
  }

  /** Origins of the characters that the last verdict is about, in turn. */
  get origins(): readonly Origin[] {
    return this.#scanned.map(({ origin }) => origin);
  }

  /** True when the last two characters came faster than a person's. */
  get isFast(): boolean {
    const last = this.#stream.at(-1);
    return last !== undefined && last.gapMs <= MEAN_GAP_MS_MAX;
  }

  /** A key went down. */
  press(key: ScannedKey, place: ScanPlace, arrival: Arrival<Origin>): Verdict {
    if (key.key === "Shift") {
      this.#shiftAtMs = key.timeStamp;
      return PASS;
    }
    if (isWriting(key) && !key.ctrlKey && !key.altKey && !key.metaKey) {
      this.#due = key.key === UNNAMED ? "" : key.key;
      // A held key is a person's.
      if (key.repeat) this.#forget();
      else this.#add([key], { atMs: key.timeStamp, isInserted: false, ...arrival });
      return PASS;
    }
    if (key.key === UNNAMED) this.#pressedAtMs = key.timeStamp;
    if (key.key === UNNAMED || MODIFIERS.includes(key.key)) return PASS;
    return this.#end(key, place);
  }

  /**
   * Text has come into a field, by a key that was pressed or by none, as pasting and on-screen keyboards do. A busy page notes the text
   * of a key later than the key, and later than the Enter behind it: the key's own moment counts.
   */
  write(atMs: number, text: string, { origin, isContinuing }: Omit<Arrival<Origin>, "arrivedAtMs">): void {
    const isOfKey = this.#due === "" || this.#due === text;
    this.#due = null;
    if (isOfKey) return;
    const strokes = [...text].map((key) => ({ key, code: "", shiftKey: false }));
    this.#add(strokes, {
      atMs: this.#pressedAtMs ?? atMs,
      isInserted: true,
      origin,
      isContinuing,
      arrivedAtMs: atMs,
    });
    this.#pressedAtMs = null;
  }

  /** No key has come for {@link UNENDED_MS}: a scan that ends with no key is acted on. Keys that come late still go on with it. */
  settle(place: ScanPlace): Verdict {
    if (this.#stream.length === this.#actedLength) return PASS;
    const verdict = this.#verdictUnended(place);
    if (verdict.act !== "pass") this.#actedLength = this.#stream.length;
    return verdict;
  }

  #verdictUnended(place: ScanPlace): Verdict {
    const fast = fastPart(this.#stream);
    const strokes = fast ?? this.#stream;
    this.#scanned = strokes;
    const code = codeIn(textOf(strokes));
    if (code === null) return PASS;
    if (place.field === "pin")
      return fast !== null || isMachine(strokes) ? { act: "ignore", isTakenOut: true } : PASS;
    if (place.field === "none")
      return isScanners(strokes) || !PIN.test(code) ? verdictOnScan(code, place) : PASS;
    // A person who pastes sees the text, and goes on from there.
    return fast !== null && !isWhole(strokes) && place.field !== "kept" ? verdictOnScan(code, place) : PASS;
  }

  /** A key that writes nothing ends the text before it. */
  #end(key: ScannedKey, place: ScanPlace): Verdict {
    const isEnter = key.key === "Enter" && !key.repeat;
    const stream = this.#stream;
    const acted = this.#actedLength;
    const gapMs = key.timeStamp - (stream.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY);
    const isEndOfText = gapMs <= PAUSE_MS;
    const isSecond = key.timeStamp - this.#endedAtMs <= PAUSE_MS && !this.#isWrittenSinceEnd;
    if (isEnter && (isEndOfText || isSecond)) {
      this.#endedAtMs = key.timeStamp;
      this.#isWrittenSinceEnd = false;
    }
    this.#forget();
    if (isEndOfText && (isEnter || key.key === "Tab")) {
      // The end of a scan that was acted on already arrives late.
      if (acted > 0 && acted === stream.length) return HOLD;
      const fast = fastPart(stream);
      this.#scanned = fast ?? stream;
      const text = fast && scannedText(fast);
      if (fast !== null && text !== null)
        return isInterrupted(fast) && place.field === "amount" && !place.isBehindDialog
          ? { act: "offer", text, isTakenOut: true }
          : verdictOnScan(text, place);
    }
    if (isEnter && isEndOfText) return verdictOnSlow(stream, gapMs, place);
    return isEnter && isSecond ? HOLD : PASS;
  }

  #add(
    keys: readonly Pick<ScannedKey, "key" | "code" | "shiftKey">[],
    { atMs, ...facts }: Arrival<Origin> & { atMs: number; isInserted: boolean },
  ): void {
    // A scanner presses Shift in its turn, before each capital letter.
    const last = Math.max(this.#stream.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY, this.#shiftAtMs);
    const gapMs = atMs - last;
    // Keys and text that comes without them are two hands.
    const isOther = this.#stream.at(-1)?.isInserted === !facts.isInserted;
    if (gapMs > PAUSE_MS || gapMs < 0 || isOther) this.#forget();
    // A blank presses buttons and ticks boxes as well; no code ends with one.
    if (keys.at(-1)?.key !== " ") this.#isWrittenSinceEnd = true;
    for (const [place, { key, code, shiftKey }] of keys.entries())
      this.#stream.push({ key, code, shiftKey, atMs, gapMs: place === 0 ? gapMs : 0, ...facts });
  }

  #forget(): void {
    this.#stream = [];
    this.#actedLength = 0;
  }
}

/**
 * The characters at a scanner's speed: the whole text, or its end behind characters of a hand, which makes two pauses in a row. Null when
 * a person typed. A scanner may hesitate between two characters.
 */
function fastPart<Origin>(stream: readonly Stroke<Origin>[]): readonly Stroke<Origin>[] | null {
  const gapOf = (place: number) => stream[place]?.gapMs ?? 0;
  const isPause = (place: number) => place > 0 && gapOf(place) > GAP_MS_MAX;
  const from = stream.findLastIndex((_, place) => isPause(place) && isPause(place - 1));
  const lead = stream.findIndex((_, place) => place > 0 && !isPause(place)) - 1;
  const usual = middleOf(stream.slice(1).flatMap(({ gapMs }) => (gapMs <= GAP_MS_MAX ? [gapMs] : [])));
  // The gap from a hand's last key to a scan is none of the scan's own.
  const isOdd = lead > 0 && gapOf(lead + 1) > Math.max(2 * usual, usual + UNEVEN_MS_MAX);
  // Behind text of the same field, the first character before a pause is the hand's last one.
  const isHandsLast = from < 0 && isPause(1) && stream[0]?.isContinuing === true;
  const strokes = stream.slice(isOdd ? lead + 1 : isHandsLast ? 1 : Math.max(0, from));
  const gaps = strokes.slice(1).map(({ gapMs }) => gapMs);
  const fast = gaps.filter((gap) => gap <= GAP_MS_MAX);
  const isFast = fast.length >= LENGTH_MIN - 1 && gaps.length - fast.length < fast.length;
  return isFast && mean(fast) <= MEAN_GAP_MS_MAX ? strokes : null;
}

/** Whether a part of it stood in its field for a while, for a person to see. */
function isInterrupted<Origin>(strokes: readonly Stroke<Origin>[]): boolean {
  return strokes.some(({ gapMs, arrivedAtMs }, place) => {
    const before = strokes[place - 1];
    return before !== undefined && (gapMs > GAP_MS_MAX || arrivedAtMs - before.arrivedAtMs > PAUSE_MS);
  });
}

/** Scanned text; text that came without keys only when it can be a code. */
function scannedText<Origin>(strokes: readonly Stroke<Origin>[]): string | null {
  const text = textOf(strokes);
  return strokes.some(({ isInserted }) => isInserted) && codeIn(text) === null ? null : readScanned(text);
}

/** Whether a code came too fast or too evenly for a hand, its Enter included where there was one. */
function isMachine<Origin>(
  strokes: readonly Stroke<Origin>[],
  enterGapMs?: number,
  unevenMsMax = UNEVEN_MS_MAX,
): boolean {
  const gaps = strokes.slice(1).map(({ gapMs }) => gapMs);
  if (mean(gaps) <= CODE_GAP_MS_MAX) return true;
  const all = enterGapMs === undefined ? gaps : [...gaps, enterGapMs];
  const middle = middleOf(all);
  const uneven = all.filter((gap) => Math.abs(gap - middle) > unevenMsMax).length;
  return uneven <= (all.length >= HESITATING_GAPS_MIN ? 1 : 0);
}

/** Whether no hand typed it, where a PIN or a bill may be meant: so few digits a hand may type as evenly as most scanners do. */
function isScanners<Origin>(strokes: readonly Stroke<Origin>[], enterGapMs?: number): boolean {
  return isMachine(strokes, enterGapMs, PIN.test(textOf(strokes)) ? EXACT_MS_MAX : UNEVEN_MS_MAX);
}

function verdictOnScan(text: string, { field, isBehindDialog }: ScanPlace): Verdict {
  if (field === "kept") return { act: "keep", text };
  if (field === "pin" || isBehindDialog) return { act: "ignore", isTakenOut: true };
  return { act: "scan", text };
}

/** On an Enter behind text that came at no scanner's usual speed. A slow scanner's decides nothing, a person's counts. */
function verdictOnSlow<Origin>(
  stream: readonly Stroke<Origin>[],
  enterGapMs: number,
  { field, isBehindDialog }: ScanPlace,
): Verdict {
  const text = textOf(stream);
  const code = codeIn(text);
  if (field === "look-up") return PASS;
  if (code === null) return isUnmeant(stream, enterGapMs) ? HOLD : PASS;
  if (field === "amount" && !isBehindDialog)
    return isScanners(stream, enterGapMs) ? { act: "offer", text: code, isTakenOut: false } : PASS;
  if (field === "none" && !isBehindDialog)
    return isScanners(stream, enterGapMs) || !PIN.test(code) ? { act: "scan", text: code } : PASS;
  if (field === "pin" && !PIN.test(text)) return { act: "ignore", isTakenOut: true };
  if (!isMachine(stream, enterGapMs)) return PASS;
  if (field === "pin") return { act: "ignore", isTakenOut: true };
  return isBehindDialog && field !== "kept" ? { act: "ignore", isTakenOut: false } : HOLD;
}

/** Text and Enter come faster than a person means them: a short scan, or fingers that fall on several keys. */
function isUnmeant<Origin>(stream: readonly Stroke<Origin>[], enterGapMs: number): boolean {
  if (isWhole(stream)) return stream.length >= LENGTH_MIN;
  const gaps = [...stream.slice(1).map(({ gapMs }) => gapMs), enterGapMs];
  if (gaps.length === 1) return false;
  if (stream.length >= LENGTH_MIN && Math.max(...gaps) - Math.min(...gaps) <= EXACT_MS_MAX) return true;
  return mean(gaps) <= (stream.length < LENGTH_MIN ? FALLING_GAP_MS_MAX : HAND_GAP_MS_MIN);
}

function middleOf(gaps: readonly number[]): number {
  return [...gaps].sort((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0;
}

function mean(gaps: readonly number[]): number {
  return gaps.reduce((sum, gap) => sum + gap, 0) / Math.max(1, gaps.length);
}

/** Whether characters came into a field at once, as by pasting. */
function isWhole<Origin>(strokes: readonly Stroke<Origin>[]): boolean {
  return strokes.length > 1 && strokes.every((one) => one.isInserted && one.atMs === strokes[0]?.atMs);
}
