import { getRequestConfig } from "next-intl/server";
import { pagePreferences } from "@/lib/http/portal/page";
import { services } from "@/lib/services";
import { FORMATS, loadMessages } from "./messages";
import { INTL_LOCALE } from "./preferences";

/** Which language, time zone and texts a page is rendered with. */
export default getRequestConfig(async () => {
  const { language } = await pagePreferences();
  return {
    locale: INTL_LOCALE[language],
    messages: await loadMessages(language),
    formats: FORMATS,
    timeZone: services().programme.timeZone(),
  };
});
