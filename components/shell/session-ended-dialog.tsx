"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { SecondFactorForm } from "@/components/account/second-factor-form";
import { PasskeyButton } from "@/components/account/sign-in-form";
import { send } from "@/components/kit/contract";
import { type PortalError, toPortalError } from "@/components/kit/error";
import { Refusal } from "@/components/kit/refusal";
import { setSessionEnded } from "@/components/kit/session-expiry";
import { useMe } from "@/components/kit/use-me";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { PasswordField } from "@/components/ui/password-field";
import { session as api } from "@/lib/areas/account/session-contract";
import { notePerson } from "@/lib/portal/page-own";

/**
 * The session ended while a page was open: the same user enters the password and continues. Another user starts from
 * the sign-in page, so that no work is finished in another's name.
 */
export function SessionEndedDialog() {
  const t = useTranslations();
  const client = useQueryClient();
  const { user, singleSignOn } = useMe();
  const [error, setError] = useState<PortalError | null>(null);
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
  const goOnAs = (userId: number | null) => {
    if (userId === user.id) goOn();
    // Another person begins on a page of their own.
    else notePerson(userId ?? undefined);
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
        <div className="grid gap-4">
          <p className="text-ink-soft">{t("sessionEnded.lead")}</p>
          {singleSignOn !== "only" && (
            <Form
              className="grid gap-4"
              onSubmit={(event) => {
                event.preventDefault();
                if (!attempt.isPending) attempt.mutate();
              }}
            >
              <input type="hidden" name="username" autoComplete="username" value={user.username} />
              <PasswordField
                label={`${t("signIn.password")} (${user.username})`}
                value={password}
                onChange={setPassword}
                autoComplete="current-password"
                autoFocus
              />
              <Button type="submit" variant="primary" isPending={attempt.isPending}>
                {t("sessionEnded.submit")}
              </Button>
              <PasskeyButton onDone={goOnAs} onError={setError} />
            </Form>
          )}
          {singleSignOn !== "none" && <SingleSignOnElsewhere onDone={goOnAs} onError={setError} />}
          <Refusal error={error ?? attempt.error} />
          <Button variant="quiet" onPress={() => window.location.assign("/sign-in")}>
            {t("sessionEnded.otherUser")}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

/** Signs in with the organisation's account in a window of its own, so that nothing on this page is lost. */
function SingleSignOnElsewhere({
  onDone,
  onError,
}: {
  onDone: (userId: number) => void;
  onError: (error: PortalError | null) => void;
}) {
  const t = useTranslations("signIn.sso");
  const [isOpen, setOpen] = useState(false);
  const look = useEffectEvent(() => {
    // Until the person has signed in there, nothing has changed.
    send(api.me).then(
      ({ user }) => onDone(user.id),
      () => undefined,
    );
  });
  useEffect(() => {
    if (!isOpen) return;
    window.addEventListener("focus", look);
    return () => window.removeEventListener("focus", look);
  }, [isOpen]);
  const goThere = async () => {
    onError(null);
    // Safari opens a window only while the press is being answered.
    const opened = window.open("", "_blank");
    try {
      const { url } = await send(api.startSingleSignOn, { body: { returnPath: "/account" } });
      if (opened === null) return window.location.assign(url);
      opened.location.assign(url);
      setOpen(true);
    } catch (thrown) {
      opened?.close();
      onError(toPortalError(thrown));
    }
  };
  return (
    <Button icon={Building2} onPress={() => void goThere()}>
      {t("signIn")}
    </Button>
  );
}
