"use client";

import { useTranslations } from "next-intl";
import { describeUserAgent } from "@/lib/platform/user-agent";

/** What a device is called by its `User-Agent`: its browser and its system. */
export function useDeviceName(): (device: { userAgent: string | null }) => string {
  const t = useTranslations("account");
  return ({ userAgent }) => {
    const device = describeUserAgent(userAgent ?? "");
    return device === null ? t("unknownDevice") : t("browserOn", device);
  };
}
