import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout("offers", "coupons", "files", "deals.browse");
