import { getRequestConfig } from "next-intl/server";
import { INTL_LOCALE } from "@/lib/platform/preferences";
import { services } from "@/lib/services";
import { brandedMessages } from "./brand";
import { pagePreferences } from "./page";

/** Which language, time zone and texts a page is rendered with. */
export default getRequestConfig(async () => {
  const { language } = await pagePreferences();
  const { programme } = services();
  return {
    locale: INTL_LOCALE[language],
    messages: await brandedMessages(language),
    timeZone: programme.timeZone(),
  };
});
