/**
 * Halves of surrogate pairs, marks that turn the direction of the following text, and invisible characters, with which
 * two names look alike. The joiners of Arabic and Persian are allowed.
 */
const DECEPTIVE = String.raw`\p{Cs}\u200b\u202a-\u202e\u2060-\u2069\ufeff`;

/** These and control characters. */
export const UNSAFE = new RegExp(String.raw`[\p{Cc}${DECEPTIVE}]`, "u");
/** The same, but lines may be broken. */
export const UNSAFE_IN_LINES = new RegExp(String.raw`[^\P{Cc}\n]|[${DECEPTIVE}]`, "u");
