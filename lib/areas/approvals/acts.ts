import { acts, DESK } from "@/lib/portal/acts/declare";

export const ACTS = acts({
  // Acts that a till may not do alone (rules.md §15).
  "approval.read": { may: DESK, gives: "sight", event: null, security: null },
  "approval.decide": { may: DESK, gives: "nothing", event: null, security: null },
  // Movements that the radar holds for review.
  "approval.review": { may: DESK, gives: "nothing", event: null, security: null },
});
