"use client";

import { useTranslations } from "next-intl";
import { describeUserAgent } from "@/lib/platform/user-agent";

/** A device's name from its `User-Agent`: browser and system. */
export function useDeviceName(): (device: { userAgent: string | null }) => string {
  const t = useTranslations("account");
  return ({ userAgent }) => {
    const device = describeUserAgent(userAgent ?? "");
    return device === null ? t("unknownDevice") : t("browserOn", device);
  };
}
