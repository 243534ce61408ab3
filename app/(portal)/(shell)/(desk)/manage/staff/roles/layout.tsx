import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout("audit.rights", "audit.steps", "audit.subjects", "audit.verbs");
