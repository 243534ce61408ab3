"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { saveText } from "@/components/kit/save-text";
import { SecretDialog } from "@/components/kit/secret-dialog";
import { Button } from "@/components/ui/button";
import type { IssuedClientAnswer } from "@/lib/areas/clients/record";

/** Kinds of a client's secrets: to name itself, and to sign. */
export type ClientSecretKind = "clientId" | "signing";

/** Shows a ClientId or a signing secret the only time that it can be seen, to be copied or taken away as a file. */
export function ClientSecretDialog({
  kind = "clientId",
  issued: { client, secret },
  onClose,
}: {
  kind?: ClientSecretKind;
  issued: IssuedClientAnswer;
  onClose: () => void;
}) {
  const t = useTranslations("clients.secret");
  return (
    <SecretDialog
      title={t(`${kind}.titled`, { name: client.name })}
      lead={t(`${kind}.once`)}
      secret={secret}
      copyLabel={t(`${kind}.copy`)}
      keptLabel={t(`${kind}.kept`)}
      action={
        <Button icon={Download} onPress={() => download(kind, client.id, secret)}>
          {t("download")}
        </Button>
      }
      onClose={onClose}
    />
  );
}

/** As a file that a till's settings can be made of. */
function download(kind: ClientSecretKind, clientId: number, secret: string): void {
  const isSigning = kind === "signing";
  saveText(
    `client-${clientId}${isSigning ? "-signing" : ""}.txt`,
    `${isSigning ? "Signing secret" : "ClientId"}: ${secret}\n`,
  );
}
