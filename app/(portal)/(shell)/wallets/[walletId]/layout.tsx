import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout(
  "approvals",
  "desk",
  "entries",
  "families",
  "privacy.customer",
  "privacy.paper",
  "till.alerts",
  "till.keys",
  "till.scan",
  "till.wallet",
  "wallets",
);
