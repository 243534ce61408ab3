import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout(
  "approvals",
  "desk",
  "entries",
  "families",
  "till.alerts",
  "till.keys",
  "till.scan",
  "till.wallet",
  "wallets",
);
