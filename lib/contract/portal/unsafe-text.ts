/** Control characters, halves of surrogate pairs, and marks that turn the direction of what follows and so disguise it. */
export const UNSAFE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u;
/** The same, but lines may be broken. */
export const UNSAFE_IN_LINES = /[^\P{Cc}\n]|[\p{Cs}\u202a-\u202e\u2066-\u2069]/u;
