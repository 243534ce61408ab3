import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout(
  "approvals",
  "desk",
  "entries",
  "families",
  "privacy.customer",
  "privacy.paper",
  "programme.choice",
  "programme.rule",
  "programme.unit",
  "programme.word",
  "till.alerts",
  "till.keys",
  "till.scan",
  "till.wallet",
  "wallets",
);
