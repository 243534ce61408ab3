import { acts, EVERYBODY } from "@/lib/portal/acts/declare";

export const ACTS = acts({
  "shift.open": { may: EVERYBODY, gives: "nothing", event: null, security: null },
  // The desk closes another person's shift, and the service itself does when the day is over.
  "shift.close": { may: EVERYBODY, gives: "nothing", event: null, security: null },
  "shift.hand_over": { may: EVERYBODY, gives: "nothing", event: null, security: null },
});
