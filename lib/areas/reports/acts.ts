import { acts, agreed, OPERATORS, READERS } from "@/lib/portal/acts/declare";
import { OWED_ROLES, REPORT_ROLES } from "@/lib/portal/acts/roles";

export const ACTS = acts({
  "report.read": { may: REPORT_ROLES, gives: "sight", event: null, security: null },
  // Points owed to customers.
  "owed.read": { may: OWED_ROLES, gives: "sight", event: null, security: null },
  "report_file.create": { may: READERS, gives: "sight", event: null, security: "noted" },
  // Debt of the programme at the end of a month.
  "closed_month.create": { may: OPERATORS, gives: "nothing", event: null, security: null },
  "closed_month.reopen": {
    may: OPERATORS,
    gives: agreed("figures that a month was closed with", "الأرقام التي أُقفل بها الشهر"),
    event: null,
    security: null,
  },
});
