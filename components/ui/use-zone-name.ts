import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";

/** The programme's time zone by its name, such as "Egypt Time": some regions of a language abbreviate it to "EET". */
export function useZoneName(): string {
  const { language } = new Intl.Locale(useLocale());
  const timeZone = useTimeZone() ?? "UTC";
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: "shortGeneric" }).formatToParts(
    0,
  );
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

const never = () => () => undefined;
const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Says in which zone times are typed, where the device is in another one; undefined where it is in that zone. */
export function useZoneNote(): string | undefined {
  const t = useTranslations("ui");
  const zone = useZoneName();
  const timeZone = useTimeZone() ?? "UTC";
  const here = useSyncExternalStore(never, ownZone, () => timeZone);
  return here === timeZone ? undefined : t("otherZone", { zone });
}
