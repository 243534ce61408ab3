import { useTimeZone, useTranslations } from "next-intl";
import { createContext, useContext, useSyncExternalStore } from "react";
import { ownZone } from "@/lib/platform/time";

/** The programme's time zone by a name for people, such as "Egypt Time", in the server's words. */
export const ZoneNameContext = createContext("");

export function useZoneName(): string {
  return useContext(ZoneNameContext);
}

const never = () => () => undefined;

/** Says in which zone times are typed, where the device is in another one; undefined where it is in that zone. */
export function useZoneNote(): string | undefined {
  const t = useTranslations("ui");
  const zone = useZoneName();
  const timeZone = useTimeZone() ?? "UTC";
  const here = useSyncExternalStore(never, ownZone, () => timeZone);
  return here === timeZone ? undefined : t("otherZone", { zone });
}
