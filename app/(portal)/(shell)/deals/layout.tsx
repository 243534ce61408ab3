import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout("deals.browse", "map", "desk.moreFailed", "desk.showMore");
