"use client";

import { useTranslations } from "next-intl";
import type { Answer } from "@/components/kit/contract";
import { webhooks as api } from "@/lib/areas/webhooks/contract";
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

/** Properties of a button that sends an endpoint a test, and says whether it arrived. */
export function useTestAct(webhookId: number) {
  const t = useTranslations("webhooks");
  const textOfAttempt = useAttemptText();
  return {
    act: api.test,
    asked: { params: { webhookId } },
    said: ({ isDelivered, attempt }: Answer<typeof api.test>) => ({
      kind: isDelivered ? ("success" as const) : ("problem" as const),
      title: t(isDelivered ? "testArrived" : "testFailed"),
      detail: textOfAttempt(attempt),
    }),
  };
}
