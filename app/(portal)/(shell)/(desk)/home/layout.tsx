import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout(
  "home",
  "approvals.operations",
  "audit.steps",
  "audit.subjects",
  "audit.system",
  "audit.verbs",
  "commands.acts",
  "entries.kinds",
  "firstHour",
  "today.fewer",
  "today.more",
  "today.same",
  "wallets.desk",
);
