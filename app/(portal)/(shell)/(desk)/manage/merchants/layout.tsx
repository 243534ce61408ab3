import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout("firstHour", "merchants", "programme.rates");
