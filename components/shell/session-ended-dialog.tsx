"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SecondFactorForm } from "@/components/account/second-factor-form";
import { send } from "@/components/kit/contract";
import { Refusal } from "@/components/kit/refusal";
import { setSessionEnded } from "@/components/kit/session-expiry";
import { useMe } from "@/components/kit/use-me";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { PasswordField } from "@/components/ui/password-field";
import { session as api } from "@/lib/areas/account/session-contract";

/**
 * The session ended while a page was open: the same user enters the password and continues. Another user starts from
 * the sign-in page, so that no work is finished in another's name.
 */
export function SessionEndedDialog() {
  const t = useTranslations();
  const client = useQueryClient();
  const { user } = useMe();
  const [password, setPassword] = useState("");
  const [isAskingCode, setAskingCode] = useState(false);
  const attempt = useMutation({
    mutationFn: () => send(api.signIn, { body: { username: user.username, password } }),
    onSuccess: ({ userId }) => {
      setPassword("");
      if (userId === null) setAskingCode(true);
      else goOn();
    },
  });
  const goOn = () => {
    setSessionEnded(false);
    void client.invalidateQueries();
  };
  return (
    <Dialog
      role="alertdialog"
      size="small"
      onClose={() => undefined}
      isDismissable={false}
      title={t("sessionEnded.title")}
    >
      {isAskingCode ? (
        <SecondFactorForm onDone={goOn} onBack={() => setAskingCode(false)} />
      ) : (
        <Form
          onSubmit={(event) => {
            event.preventDefault();
            if (!attempt.isPending) attempt.mutate();
          }}
        >
          <p className="mb-4 text-ink-soft">{t("sessionEnded.lead")}</p>
          <input type="hidden" name="username" autoComplete="username" value={user.username} />
          <PasswordField
            label={`${t("signIn.password")} (${user.username})`}
            value={password}
            onChange={setPassword}
            autoComplete="current-password"
            autoFocus
          />
          <Refusal error={attempt.error} className="mt-4" />
          <div className="mt-6 flex flex-col gap-2">
            <Button type="submit" variant="primary" isPending={attempt.isPending}>
              {t("sessionEnded.submit")}
            </Button>
            <Button variant="quiet" onPress={() => window.location.assign("/sign-in")}>
              {t("sessionEnded.otherUser")}
            </Button>
          </div>
        </Form>
      )}
    </Dialog>
  );
}
