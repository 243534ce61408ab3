import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout(
  "home",
  "approvals.operations",
  "audit.steps",
  "audit.subjects",
  "audit.system",
  "audit.verbs",
  "entries.kinds",
  "firstHour",
  "today.fewer",
  "today.more",
  "today.same",
  "wallets.desk",
);
