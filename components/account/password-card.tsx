"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { PasswordField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import { PASSWORD_LENGTH_MIN } from "@/lib/areas/account/password-rules";
import { useChangePassword } from "./mutations";

const EMPTY = { current: "", next: "", repeated: "" };

export function PasswordCard() {
  const t = useTranslations("account");
  const { user } = useMe();
  const { textOf, fieldTextOf } = useErrorText();
  const [form, setForm] = useState(EMPTY);
  const [isDifferent, setDifferent] = useState(false);
  const change = useChangePassword();
  const error = change.error;
  const set = (changes: Partial<typeof EMPTY>) => {
    setForm((present) => ({ ...present, ...changes }));
    setDifferent(false);
    if (change.isError) change.reset();
  };
  const submit = () => {
    if (change.isPending) return;
    if (form.next !== form.repeated) return setDifferent(true);
    change.mutate(
      { currentPassword: form.current, newPassword: form.next },
      {
        onSuccess: () => {
          setForm(EMPTY);
          toast({ kind: "success", title: t("passwordChanged"), detail: t("passwordChangedDetail") });
        },
      },
    );
  };
  return (
    <Card title={t("password")} description={t("passwordLead")}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <input type="hidden" name="username" autoComplete="username" value={user.username} />
        <PasswordField
          label={t("currentPassword")}
          value={form.current}
          onChange={(current) => set({ current })}
          errorMessage={fieldTextOf(error, "currentPassword")}
          autoComplete="current-password"
          name="currentPassword"
        />
        <PasswordField
          label={t("newPassword")}
          value={form.next}
          onChange={(next) => set({ next })}
          description={t("newPasswordHint", { min: PASSWORD_LENGTH_MIN })}
          errorMessage={fieldTextOf(error, "newPassword")}
          autoComplete="new-password"
          name="newPassword"
        />
        <PasswordField
          label={t("repeatPassword")}
          value={form.repeated}
          onChange={(repeated) => set({ repeated })}
          errorMessage={isDifferent ? t("repeatDiffers") : undefined}
          autoComplete="new-password"
          name="repeatedPassword"
        />
        {error && Object.keys(error.fields).length === 0 && (
          <Notice kind="danger" isAnnounced>
            {textOf(error)}
          </Notice>
        )}
        <div>
          <Button type="submit" variant="primary" isPending={change.isPending}>
            {t("changePassword")}
          </Button>
        </div>
      </form>
    </Card>
  );
}
