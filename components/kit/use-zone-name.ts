import { useLocale, useTimeZone } from "next-intl";

/** The programme's time zone by its name, such as "Egypt Time". */
export function useZoneName(): string {
  const locale = useLocale();
  const timeZone = useTimeZone() ?? "UTC";
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "shortGeneric" }).formatToParts(0);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}
