import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout("entries", "today", "desk.moreFailed", "desk.showMore");
