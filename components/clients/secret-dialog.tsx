"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Code } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import type { IssuedClientAnswer } from "@/lib/contract/portal/client-desk";

/** Shows a ClientId the only time that it can be seen: it is closed when its owner says that it is kept. */
export function SecretDialog({
  issued: { client, secret },
  onClose,
}: {
  issued: IssuedClientAnswer;
  onClose: () => void;
}) {
  const t = useTranslations("clients");
  const [isKept, setKept] = useState(false);
  return (
    <Dialog
      role="alertdialog"
      isOpen
      isDismissable={false}
      onOpenChange={() => undefined}
      title={t("secret.title", { name: client.name })}
      actions={
        <>
          <Button icon={Download} onPress={() => download(client.id, secret)}>
            {t("secret.download")}
          </Button>
          <Button variant="primary" isDisabled={!isKept} onPress={onClose}>
            {t("secret.done")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Notice kind="warning">{t("secret.once")}</Notice>
        <div className="flex items-center gap-2 rounded-xl border border-line-strong bg-sunken ps-4 pe-1 py-1">
          <span className="min-w-0 flex-1 break-all font-mono text-sm">
            <Code>{secret}</Code>
          </span>
          <CopyButton text={secret} label={t("secret.copy")} />
        </div>
        <Checkbox isSelected={isKept} onChange={setKept}>
          {t("secret.kept")}
        </Checkbox>
      </div>
    </Dialog>
  );
}

/** As a file that a till's settings can be made of. It is made in the browser and goes nowhere else. */
function download(clientId: number, secret: string): void {
  const address = URL.createObjectURL(new Blob([`ClientId: ${secret}\n`], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `client-${clientId}.txt`;
  link.click();
  URL.revokeObjectURL(address);
}
