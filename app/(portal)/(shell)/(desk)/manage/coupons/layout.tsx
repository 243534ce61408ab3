import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout("coupons", "files", "deals.browse");
