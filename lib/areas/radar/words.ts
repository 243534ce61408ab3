// What the desk asks of the radar and is told. Shared by the routes and the browser.

/** What is looked for, in the order in which it is listed. */
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
