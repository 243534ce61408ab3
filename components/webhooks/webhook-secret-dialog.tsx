"use client";

import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { ActButton } from "@/components/kit/acts";
import { SecretDialog } from "@/components/kit/secret-dialog";
import type { IssuedWebhookAnswer } from "@/lib/areas/webhooks/record";
import { useTestAct } from "./use-attempt-text";

/** Shows a signing secret the only time that it can be seen; the endpoint can be tried with it at once. */
export function WebhookSecretDialog({
  issued: { webhook, secret },
  onClose,
}: {
  issued: IssuedWebhookAnswer;
  onClose: () => void;
}) {
  const t = useTranslations("webhooks.secret");
  return (
    <SecretDialog
      title={t("title")}
      lead={t("once")}
      secret={secret}
      copyLabel={t("copy")}
      keptLabel={t("kept")}
      action={
        <ActButton icon={Send} {...useTestAct(webhook.id)} onDone={onClose}>
          {t("test")}
        </ActButton>
      }
      note={webhook.secrets.length > 1 ? t("overlap") : undefined}
      onClose={onClose}
    />
  );
}
