import { ADMINS, acts, CHOOSERS } from "@/lib/portal/acts/declare";

export const ACTS = acts({
  "branch.read": { may: CHOOSERS, gives: "sight", event: null, security: null },
  "branch.create": { may: ADMINS, gives: "nothing", event: null, security: null },
  "branch.update": { may: ADMINS, gives: "nothing", event: null, security: null },
  "branch.deactivate": { may: ADMINS, gives: "nothing", event: null, security: null },
  "branch.reactivate": { may: ADMINS, gives: "nothing", event: null, security: null },
  "branch.export": { may: ADMINS, gives: "sight", event: null, security: null },
});
