import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout(
  "approvals",
  "coupons.words",
  "deals.browse",
  "deals.customer",
  "desk",
  "display",
  "entries",
  "families",
  "shifts",
  "till",
);
