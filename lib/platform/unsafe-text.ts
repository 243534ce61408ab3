/**
 * Halves of surrogate pairs, marks that turn the direction of the following text, and invisible characters, with which
 * two names look alike. The joiners of Arabic and Persian are allowed.
 */
const DECEPTIVE = String.raw`\p{Cs}\u200b\u202a-\u202e\u2060-\u2069\ufeff`;

/** These and control characters. */
export const UNSAFE = new RegExp(String.raw`[\p{Cc}${DECEPTIVE}]`, "u");
/** The same, but lines may be broken. */
export const UNSAFE_IN_LINES = new RegExp(String.raw`[^\P{Cc}\n]|[${DECEPTIVE}]`, "u");

/** PostgreSQL keeps no NUL, and no halves of surrogate pairs in JSON. */
const UNSTORABLE = /[\0\p{Cs}]/gu;

/**
 * The path of the first text or key in `input` that the database refuses, such as "filters.text"; null where it keeps all of them.
 * Each door of the service asks this before anything else reads the input (rules.md §3).
 */
export function unstorableAt(input: unknown, path = ""): string | null {
  if (typeof input === "string") return input.search(UNSTORABLE) === -1 ? null : path;
  if (typeof input !== "object" || input === null) return null;
  for (const [key, value] of Object.entries(input)) {
    const at = path === "" ? key : `${path}.${key}`;
    if (key.search(UNSTORABLE) !== -1) return path;
    const found = unstorableAt(value, at);
    if (found !== null) return found;
  }
  return null;
}

/** The text without what {@link unstorableAt} finds, for an address that is read as far as it makes sense. */
export function storable(text: string): string {
  return text.replace(UNSTORABLE, "");
}
