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
  "look_alikes",
] as const;

export const VERDICTS = ["confirmed", "explained", "mistake"] as const;
