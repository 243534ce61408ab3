import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout("firstHour", "merchants", "privacy.paper", "programme.rates");
