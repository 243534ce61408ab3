import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout(
  "privacy.title",
  "privacy.lead",
  "privacy.paper",
  "privacy.register",
  "privacy.retention",
  "privacy.breaches",
);
