"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useErrorText } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { PasswordField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import { BackupCodes } from "./backup-codes";
import { useDisableTwoFactor, useRenewBackupCodes } from "./two-factor-mutations";

/** Asks for the password before the second factor is switched off or its backup codes are replaced. */
export function PasswordDialog({ purpose, onClose }: { purpose: "disable" | "codes"; onClose: () => void }) {
  const t = useTranslations("account.twoFactor");
  const { textOf, fieldTextOf } = useErrorText();
  const formId = useId();
  const [password, setPassword] = useState("");
  const disable = useDisableTwoFactor();
  const renew = useRenewBackupCodes();
  const { isPending, error: thrown } = purpose === "disable" ? disable : renew;
  const error = thrown;
  const fieldError = fieldTextOf(error, "password");
  const submit = () => {
    if (isPending) return;
    if (purpose === "codes") return renew.mutate(password);
    disable.mutate(password, {
      onSuccess: () => {
        toast({ kind: "success", title: t("disabled") });
        onClose();
      },
    });
  };
  const codes = renew.data?.backupCodes;
  return (
    <Dialog
      isOpen
      size={codes ? "medium" : "small"}
      onOpenChange={onClose}
      isDismissable={!codes}
      title={codes ? t("codesTitle") : t(purpose === "disable" ? "disableTitle" : "newCodesTitle")}
      actions={
        codes ? (
          <Button variant="primary" onPress={onClose}>
            {t("codesKept")}
          </Button>
        ) : (
          <Button
            type="submit"
            form={formId}
            variant={purpose === "disable" ? "danger" : "primary"}
            isPending={isPending}
          >
            {t(purpose === "disable" ? "disable" : "newCodes")}
          </Button>
        )
      }
    >
      {codes ? (
        <BackupCodes codes={codes} />
      ) : (
        <form
          id={formId}
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <p className="text-ink-soft">{t(purpose === "disable" ? "disableText" : "newCodesText")}</p>
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
      )}
    </Dialog>
  );
}
