import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout("offers", "promotions", "files", "programme.rates");
