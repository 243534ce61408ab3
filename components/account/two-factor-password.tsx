"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { EditorDialog } from "@/components/kit/editor-form";
import { useEditor } from "@/components/kit/use-editor";
import { PasswordField } from "@/components/ui/password-field";
import { toast } from "@/components/ui/toast-queue";
import { passwordRequestSchema } from "@/lib/areas/account/schemas";
import { BackupCodesDialog } from "./backup-codes";
import { useDisableTwoFactor, useRenewBackupCodes } from "./two-factor-mutations";

/** Asks for the password before the second factor is switched off or its backup codes are replaced. */
export function PasswordDialog({ purpose, onClose }: { purpose: "disable" | "codes"; onClose: () => void }) {
  const t = useTranslations("account.twoFactor");
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const disable = useDisableTwoFactor();
  const renew = useRenewBackupCodes();
  const isDisabling = purpose === "disable";
  const editor = useEditor({
    record: null,
    fieldsOf: () => ({ password: "" }),
    create: {
      schema: passwordRequestSchema,
      send: async ({ password }) => {
        if (isDisabling) await disable.mutateAsync(password);
        else setCodes((await renew.mutateAsync(password)).backupCodes);
      },
    },
    onSaved: () => {
      if (!isDisabling) return;
      toast({ kind: "success", title: t("disabled") });
      onClose();
    },
  });
  if (codes !== null) return <BackupCodesDialog codes={codes} onClose={onClose} />;
  return (
    <EditorDialog
      editor={editor}
      size="small"
      title={t(isDisabling ? "disableTitle" : "newCodesTitle")}
      submitLabel={t(isDisabling ? "disable" : "newCodes")}
      isDangerous={isDisabling}
      onClose={onClose}
    >
      <p className="text-ink-soft">{t(isDisabling ? "disableText" : "newCodesText")}</p>
      <PasswordField
        {...editor.field("password")}
        label={t("password")}
        autoComplete="current-password"
        autoFocus
      />
    </EditorDialog>
  );
}
