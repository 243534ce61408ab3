import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout("radar", "approvals", "entries.kinds");
