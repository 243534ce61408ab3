import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout("audit", "security");
