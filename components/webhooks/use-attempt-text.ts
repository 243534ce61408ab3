"use client";

import { useTranslations } from "next-intl";
import type { DeliveryAttempt } from "@/lib/areas/webhooks/record";

const ERRORS = ["timeout", "address_refused", "connection", "tls", "name", "secret"] as const;

/** Outcome of an attempt, in a few words: the status and the time it took, or why no answer came. */
export function useAttemptText(): (attempt: DeliveryAttempt) => string {
  const t = useTranslations("webhooks.attempt");
  return ({ status, error, durationMs }) => {
    if (status !== null) return t("answered", { status: String(status), milliseconds: durationMs });
    const known = ERRORS.find((one) => one === error);
    return t(`errors.${known ?? "connection"}`);
  };
}
