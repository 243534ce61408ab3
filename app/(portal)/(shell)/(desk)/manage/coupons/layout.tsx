import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout("offers", "coupons", "staff.branchBoxes", "files", "deals.browse");
