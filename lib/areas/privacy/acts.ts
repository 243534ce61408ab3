import { acts, OPERATORS } from "@/lib/portal/acts/declare";

export const ACTS = acts({
  // Register, retention and breaches: the programme answers for its customers' data.
  "privacy.read": { may: OPERATORS, gives: "sight", event: null, security: null },
  "privacy.update": { may: OPERATORS, gives: "nothing", event: null, security: null },
});
