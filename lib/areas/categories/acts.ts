import { ADMINS, acts, OPERATORS } from "@/lib/portal/acts/declare";

export const ACTS = acts({
  "category.read": { may: ADMINS, gives: "sight", event: null, security: null },
  // All merchants share them.
  "category.create": { may: OPERATORS, gives: "nothing", event: null, security: null },
  "category.update": { may: OPERATORS, gives: "nothing", event: null, security: null },
  "category.deactivate": { may: OPERATORS, gives: "nothing", event: null, security: null },
  "category.reactivate": { may: OPERATORS, gives: "nothing", event: null, security: null },
});
