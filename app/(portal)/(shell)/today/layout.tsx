import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout("approvals", "desk", "entries", "shifts", "today");
