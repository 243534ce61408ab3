import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout("branches", "clients", "map", "programme", "staff");
