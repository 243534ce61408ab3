import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout("approvals", "desk", "display", "entries", "shifts", "till");
