"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Code } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import type { IssuedWebhookAnswer } from "@/lib/contract/portal/webhooks";

/** Shows a signing secret the only time that it can be seen: closed when its owner says that it is kept. */
export function SecretDialog({
  issued: { webhook, secret },
  onClose,
}: {
  issued: IssuedWebhookAnswer;
  onClose: () => void;
}) {
  const t = useTranslations("webhooks.secret");
  const [isKept, setKept] = useState(false);
  return (
    <Dialog
      role="alertdialog"
      isOpen
      isDismissable={false}
      onOpenChange={() => undefined}
      title={t("title")}
      actions={
        <Button variant="primary" isDisabled={!isKept} onPress={onClose}>
          {t("done")}
        </Button>
      }
    >
      <div className="grid gap-4">
        <Notice kind="warning">{t("once")}</Notice>
        <div className="flex items-center gap-2 rounded-xl border border-line-strong bg-sunken py-1 ps-4 pe-1">
          <span className="min-w-0 flex-1 break-all font-mono text-sm">
            <Code>{secret}</Code>
          </span>
          <CopyButton text={secret} label={t("copy")} />
        </div>
        {webhook.secrets.length > 1 && <p className="text-ink-soft text-sm">{t("overlap")}</p>}
        <Checkbox isSelected={isKept} onChange={setKept}>
          {t("kept")}
        </Checkbox>
      </div>
    </Dialog>
  );
}
