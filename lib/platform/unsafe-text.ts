/**
 * Halves of surrogate pairs, marks that turn the direction of what follows and so disguise it, and characters that nobody
 * sees, with which two names look alike. The joiners that Arabic and Persian need are none of them.
 */
const DECEPTIVE = String.raw`\p{Cs}\u200b\u202a-\u202e\u2060-\u2069\ufeff`;

/** These and control characters. */
export const UNSAFE = new RegExp(String.raw`[\p{Cc}${DECEPTIVE}]`, "u");
/** The same, but lines may be broken. */
export const UNSAFE_IN_LINES = new RegExp(String.raw`[^\P{Cc}\n]|[${DECEPTIVE}]`, "u");
