// Words and limits of the radar. Shared by the routes and the browser.

/** Signals, in the order in which they are listed. */
export const SIGNALS = [
  "wallet_share",
  "own_number",
  "colleague_number",
  "reversals",
  "without_invoice",
  "out_of_hours",
  "quick_succession",
  "quick_redemption",
  "pin_failures",
  "pins_chosen",
  "look_alikes",
] as const;

/** Signals whose evidence is security events, not entries. */
export const isOfPins = (signal: (typeof SIGNALS)[number]): boolean =>
  signal === "pin_failures" || signal === "pins_chosen";

export const VERDICTS = ["confirmed", "explained", "mistake"] as const;
