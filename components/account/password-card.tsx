"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSend } from "@/components/kit/contract";
import { EditorForm } from "@/components/kit/editor-form";
import { useEditor } from "@/components/kit/use-editor";
import { useMe } from "@/components/kit/use-me";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { PasswordField } from "@/components/ui/password-field";
import { toast } from "@/components/ui/toast-queue";
import { account as api } from "@/lib/areas/account/contract";
import { PASSWORD_LENGTH_MIN } from "@/lib/portal/session/password-rules";

const EMPTY = { currentPassword: "", newPassword: "", repeated: "" };

export function PasswordCard() {
  const t = useTranslations("account");
  const [changes, setChanges] = useState(0);
  const finish = () => {
    setChanges(changes + 1);
    toast({ kind: "success", title: t("passwordChanged"), detail: t("passwordChangedDetail") });
  };
  return (
    <Card title={t("password")} description={t("passwordLead")}>
      {/* After a change the form begins anew. */}
      <PasswordForm key={changes} onSaved={finish} />
    </Card>
  );
}

function PasswordForm({ onSaved }: { onSaved: () => void }) {
  const t = useTranslations("account");
  const { user } = useMe();
  const change = useSend(api.changePassword);
  const editor = useEditor({
    record: null,
    fieldsOf: () => EMPTY,
    create: {
      schema: async () => (await import("@/lib/areas/account/schemas")).changePasswordFormSchema,
      send: ({ currentPassword, newPassword }) =>
        change.mutateAsync({ body: { currentPassword, newPassword } }),
    },
    onSaved,
  });
  return (
    <EditorForm editor={editor}>
      <input type="hidden" name="username" autoComplete="username" value={user.username} />
      <PasswordField
        {...editor.field("currentPassword")}
        label={t("currentPassword")}
        autoComplete="current-password"
        name="currentPassword"
      />
      <PasswordField
        {...editor.field("newPassword")}
        label={t("newPassword")}
        description={t("newPasswordHint", { min: PASSWORD_LENGTH_MIN })}
        autoComplete="new-password"
        name="newPassword"
      />
      <PasswordField
        {...editor.field("repeated")}
        label={t("repeatPassword")}
        autoComplete="new-password"
        name="repeatedPassword"
      />
      <div>
        <Button type="submit" variant="primary" isPending={editor.isPending}>
          {t("changePassword")}
        </Button>
      </div>
    </EditorForm>
  );
}
