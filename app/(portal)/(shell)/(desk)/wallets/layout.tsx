import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout("till.wallet", "wallets.desk");
