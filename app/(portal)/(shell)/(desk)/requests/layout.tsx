import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout("approvals", "radar.held", "wallets.desk");
