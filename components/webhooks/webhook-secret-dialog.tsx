"use client";

import { useTranslations } from "next-intl";
import { SecretDialog } from "@/components/kit/secret-dialog";
import type { IssuedWebhookAnswer } from "@/lib/areas/webhooks/record";

/** Shows a signing secret the only time that it can be seen. */
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
      note={webhook.secrets.length > 1 ? t("overlap") : undefined}
      onClose={onClose}
    />
  );
}
