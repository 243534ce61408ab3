import { textsLayout } from "@/lib/portal/page-texts";

export default textsLayout("firstHour", "merchants", "programme.ratesSentence", "programme.ratesHigh");
