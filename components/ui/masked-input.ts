/**
 * An input whose text is drawn as dots (app/globals.css). A browser or a password manager offers to save what is typed into one of type
 * `password`, whatever `autocomplete` says: a PIN and a client's secret are none of theirs. No scan becomes what is typed here either.
 */
export const MASKED_INPUT = {
  type: "text",
  autoComplete: "off",
  "data-masked": "",
  "data-1p-ignore": "",
  "data-bwignore": "",
  "data-lpignore": "true",
} as const;
