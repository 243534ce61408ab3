import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout(
  "home",
  "approvals.operations",
  "audit.steps",
  "audit.subjects",
  "audit.system",
  "audit.verbs",
  "clients.secret",
  "commands.acts",
  "entries.kinds",
  "desk.limits",
  "firstHour",
  "programme.choice",
  "programme.rule",
  "programme.unit",
  "programme.word",
  "staff.link",
  "today.fewer",
  "today.more",
  "today.same",
  "wallets.desk",
);
