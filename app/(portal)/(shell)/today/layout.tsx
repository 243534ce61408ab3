import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout("entry", "today", "desk.moreFailed", "desk.showMore");
