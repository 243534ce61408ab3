/** Acts that need a second person. */
export const ASKED_KINDS = [
  "adjust",
  "merge",
  "pin",
  "mobile",
  "make_admin",
  "reset_admin",
  "family",
  "segment",
  "client",
  "offer",
  "coupons",
  "rules",
  "join",
] as const;
export type AskedKind = (typeof ASKED_KINDS)[number];
