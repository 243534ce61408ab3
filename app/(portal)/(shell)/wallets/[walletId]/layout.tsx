import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout(
  "desk",
  "entry",
  "till.alerts",
  "till.keys",
  "till.wallet",
  "wallet",
  "walletDesk",
);
