import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout("files", "till.candidates", "till.enrol", "till.wallet", "wallets.desk");
