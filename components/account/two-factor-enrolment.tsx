"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useErrorText } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Code } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { QrCode } from "@/components/ui/qr-code";
import { PasswordField, TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import type { Enrolment } from "@/lib/areas/account/schemas";
import { BackupCodes } from "./backup-codes";
import { useConfirmTwoFactor, useStartTwoFactor } from "./two-factor-mutations";

/** Sets up a second factor in three steps: the password, the app with its first code, the backup codes. */
export function EnrolDialog({ onClose }: { onClose: () => void }) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [isConfirmed, setConfirmed] = useState(false);
  if (enrolment === null) return <PasswordStep onDone={setEnrolment} onClose={onClose} />;
  if (!isConfirmed)
    return <CodeStep enrolment={enrolment} onDone={() => setConfirmed(true)} onClose={onClose} />;
  return <CodesStep codes={enrolment.backupCodes} onClose={onClose} />;
}

function PasswordStep({ onDone, onClose }: { onDone: (enrolment: Enrolment) => void; onClose: () => void }) {
  const t = useTranslations("account.twoFactor");
  const { textOf, fieldTextOf } = useErrorText();
  const formId = useId();
  const [password, setPassword] = useState("");
  const start = useStartTwoFactor();
  const error = start.error;
  const fieldError = fieldTextOf(error, "password");
  return (
    <Dialog
      isOpen
      size="small"
      onOpenChange={onClose}
      title={t("enrolTitle")}
      actions={
        <Button type="submit" form={formId} variant="primary" isPending={start.isPending}>
          {t("next")}
        </Button>
      }
    >
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!start.isPending) start.mutate(password, { onSuccess: onDone });
        }}
      >
        <p className="text-ink-soft">{t("passwordFirst")}</p>
        <PasswordField
          label={t("password")}
          value={password}
          onChange={setPassword}
          errorMessage={fieldError}
          autoComplete="current-password"
          autoFocus
        />
        {error && !fieldError && (
          <Notice kind="danger" isAnnounced>
            {textOf(error)}
          </Notice>
        )}
      </form>
    </Dialog>
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
  const { textOf, fieldTextOf } = useErrorText();
  const formId = useId();
  const [code, setCode] = useState("");
  const confirm = useConfirmTwoFactor();
  const error = confirm.error;
  const fieldError = fieldTextOf(error, "code");
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t("scanTitle")}
      actions={
        <Button type="submit" form={formId} variant="primary" isPending={confirm.isPending}>
          {t("confirm")}
        </Button>
      }
    >
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!confirm.isPending) confirm.mutate(code, { onSuccess: onDone });
        }}
      >
        <p>{t("scan")}</p>
        <QrCode text={uri} label={t("qrCode")} className="mx-auto size-48 rounded-lg" />
        <p className="text-ink-soft text-sm">
          {t("orType")}
          <Code className="mt-1 block break-all font-medium text-base text-ink tracking-wide">
            {secret.match(/.{1,4}/g)?.join(" ") ?? secret}
          </Code>
        </p>
        <TextField
          label={t("firstCode")}
          value={code}
          onChange={setCode}
          errorMessage={fieldError}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          autoFocus
          isCode
          isLarge
        />
        {error && !fieldError && (
          <Notice kind="danger" isAnnounced>
            {textOf(error)}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}

function CodesStep({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTranslations("account.twoFactor");
  const finish = () => {
    toast({ kind: "success", title: t("enabled"), detail: t("enabledDetail") });
    onClose();
  };
  return (
    <Dialog
      isOpen
      isDismissable={false}
      onOpenChange={finish}
      title={t("codesTitle")}
      actions={
        <Button variant="primary" onPress={finish}>
          {t("codesKept")}
        </Button>
      }
    >
      <BackupCodes codes={codes} />
    </Dialog>
  );
}
