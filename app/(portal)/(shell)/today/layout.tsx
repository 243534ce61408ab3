import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout("approvals", "entries", "shifts", "today", "desk.moreFailed", "desk.showMore");
