import { acts, DESK, EVERYBODY } from "@/lib/portal/acts/declare";

export const ACTS = acts({
  "till.read": { may: DESK, gives: "sight", event: null, security: null },
  "till.register": { may: DESK, gives: "nothing", event: null, security: null },
  "till.update": { may: DESK, gives: "nothing", event: null, security: null },
  "till.revoke": { may: DESK, gives: "nothing", event: null, security: null },
  // A code by which cashiers register several devices of a branch themselves.
  "till.open_code": { may: DESK, gives: "nothing", event: null, security: null },
  "till.end_code": { may: DESK, gives: "nothing", event: null, security: null },
  "till.join": { may: EVERYBODY, gives: "nothing", event: null, security: null },
});
