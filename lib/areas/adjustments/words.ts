export const ADJUSTMENT_STATES = [
  "requested",
  "approved",
  "refused",
  "withdrawn",
  "expired",
  "failed",
] as const;
