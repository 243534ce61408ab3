/** Facts of a pressed key that tell whether a scanner pressed it. */
export type ScannedKey = Pick<
  KeyboardEvent,
  "key" | "code" | "shiftKey" | "ctrlKey" | "altKey" | "metaKey" | "repeat" | "timeStamp"
>;

/** Text of these keys, as on the American keyboard whose keys scanners press. */
export function textOf(keys: readonly Pick<ScannedKey, "key" | "code" | "shiftKey">[]): string {
  // With an Arabic keyboard the letters of a code come out as Arabic ones. Scanners press the keys of an American keyboard.
  const isForeign = keys.some(({ key }) => key > "\u007f" || key === UNNAMED);
  return keys
    .map((key) => (isForeign ? (americanKey(key) ?? key.key) : key.key))
    .join("")
    .trim();
}

export const MODIFIERS: readonly string[] = ["Alt", "AltGraph", "CapsLock", "Control", "Meta", "NumLock"];

/** How browsers call a key that writes two letters at once, as that of the Arabic lam-alef does, if they do not write both. */
export const UNNAMED = "Unidentified";

/** Whether a key writes a character. */
export function isWriting(key: ScannedKey): boolean {
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
function americanKey({ code, shiftKey }: Pick<ScannedKey, "code" | "shiftKey">): string | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  if (digit !== undefined) return shiftKey ? SHIFTED_DIGITS[Number(digit)] : digit;
  return PUNCTUATION[code]?.[shiftKey ? 1 : 0];
}
