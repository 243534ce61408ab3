import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout(
  "approvals",
  "clients.secret",
  "desk.limits",
  "programme.choice",
  "programme.rule",
  "programme.unit",
  "programme.word",
  "radar.held",
  "reports.owed",
  "reports.rollForward",
  "staff.link",
  "wallets.desk",
);
