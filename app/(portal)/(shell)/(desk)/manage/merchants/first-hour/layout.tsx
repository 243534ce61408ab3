import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout("branches", "clients", "files", "map", "staff");
