import { ADMINS, acts, agreed, CHOOSERS, OPERATORS } from "@/lib/portal/acts/declare";

export const ACTS = acts({
  "merchant.read": { may: CHOOSERS, gives: "sight", event: null, security: null },
  "merchant.create": { may: OPERATORS, gives: "nothing", event: null, security: null },
  "merchant.update": {
    may: ADMINS,
    gives: agreed(
      "a looser limit, and other days until points can be spent",
      "حد أوسع، أو تغيير عدد الأيام حتى يمكن صرف النقاط",
    ),
    event: null,
    security: null,
  },
  "merchant.deactivate": { may: OPERATORS, gives: "nothing", event: null, security: null },
  "merchant.reactivate": { may: OPERATORS, gives: "nothing", event: null, security: null },
  // A day in the future on which it is stopped.
  "merchant.set_last_day": { may: OPERATORS, gives: "nothing", event: null, security: null },
});
