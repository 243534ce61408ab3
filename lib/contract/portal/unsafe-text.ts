/**
 * Control characters, halves of surrogate pairs, marks that turn the direction of what follows and so disguise it, and
 * characters that nobody sees, with which two names look alike. The joiners that Arabic and Persian need are none of them.
 */
export const UNSAFE = /[\p{Cc}\p{Cs}\u200b\u202a-\u202e\u2060-\u2069\ufeff]/u;
/** The same, but lines may be broken. */
export const UNSAFE_IN_LINES = /[^\P{Cc}\n]|[\p{Cs}\u200b\u202a-\u202e\u2060-\u2069\ufeff]/u;
