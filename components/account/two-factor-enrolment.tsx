"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRequest } from "@/components/kit/contract";
import { EditorDialog } from "@/components/kit/editor-form";
import { useEditor } from "@/components/kit/use-editor";
import { Code } from "@/components/ui/format";
import { PasswordField } from "@/components/ui/password-field";
import { QrCode } from "@/components/ui/qr-code";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import { account as api } from "@/lib/areas/account/contract";
import type { Enrolment } from "@/lib/areas/account/schemas";
import { BackupCodesDialog } from "./backup-codes";

/** Sets up a second factor in three steps: the password, the app with its first code, the backup codes. */
export function EnrolDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("account.twoFactor");
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [isConfirmed, setConfirmed] = useState(false);
  if (enrolment === null) return <PasswordStep onDone={setEnrolment} onClose={onClose} />;
  if (!isConfirmed)
    return <CodeStep enrolment={enrolment} onDone={() => setConfirmed(true)} onClose={onClose} />;
  const finish = () => {
    toast({ kind: "success", title: t("enabled"), detail: t("enabledDetail") });
    onClose();
  };
  return <BackupCodesDialog codes={enrolment.backupCodes} onClose={finish} />;
}

function PasswordStep({ onDone, onClose }: { onDone: (enrolment: Enrolment) => void; onClose: () => void }) {
  const t = useTranslations("account.twoFactor");
  const start = useRequest(api.startTwoFactor);
  const editor = useEditor({
    record: null,
    fieldsOf: () => ({ password: "" }),
    create: {
      ...start,
      send: async (body) => onDone(await start.send(body)),
    },
    onSaved: () => undefined,
  });
  return (
    <EditorDialog
      editor={editor}
      size="small"
      title={t("enrolTitle")}
      submitLabel={t("next")}
      onClose={onClose}
    >
      <p className="text-ink-soft">{t("passwordFirst")}</p>
      <PasswordField
        {...editor.field("password")}
        label={t("password")}
        autoComplete="current-password"
        autoFocus
      />
    </EditorDialog>
  );
}

function CodeStep({
  enrolment: { uri, secret },
  onDone,
  onClose,
}: {
  enrolment: Enrolment;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useTranslations("account.twoFactor");
  const confirm = useRequest(api.confirmTwoFactor);
  const editor = useEditor({
    record: null,
    fieldsOf: () => ({ code: "" }),
    create: confirm,
    onSaved: onDone,
  });
  return (
    <EditorDialog editor={editor} title={t("scanTitle")} submitLabel={t("confirm")} onClose={onClose}>
      <p>{t("scan")}</p>
      <QrCode text={uri} label={t("qrCode")} className="mx-auto size-48 rounded-lg" />
      <p className="text-ink-soft text-sm">
        {t("orType")}
        <Code className="mt-1 block break-all font-medium text-base text-ink tracking-wide">
          {secret.match(/.{1,4}/g)?.join(" ") ?? secret}
        </Code>
      </p>
      <TextField
        {...editor.field("code")}
        label={t("firstCode")}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        autoFocus
        isCode
        isLarge
      />
    </EditorDialog>
  );
}
