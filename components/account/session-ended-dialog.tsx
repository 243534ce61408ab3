"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { send } from "@/components/kit/contract";
import { type PortalError, toPortalError } from "@/components/kit/error";
import { Refusal } from "@/components/kit/refusal";
import { setSessionState } from "@/components/kit/session-expiry";
import { useSessionState } from "@/components/kit/use-connection";
import { useMe } from "@/components/kit/use-me";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { PasswordField } from "@/components/ui/password-field";
import { PinPad } from "@/components/ui/pin-pad";
import { session as api } from "@/lib/areas/account/session-contract";
import { notePerson } from "@/lib/portal/page-own";
import { SecondFactorForm } from "./second-factor-form";
import { PasskeyButton } from "./sign-in-form";

/** Digits of a PIN of the staff. */
const PIN_LENGTH = 6;

/**
 * The session ended, or was locked, while a page was open: the same user enters the password and continues. Another user starts from
 * the sign-in page, so that no work is finished in another's name.
 */
export function SessionEndedDialog() {
  const t = useTranslations("sessionEnded");
  const client = useQueryClient();
  const { user } = useMe();
  const session = useSessionState();
  const isLocked = session !== "ended";
  const [isByPin, setByPin] = useState(session === "locked-with-pin");
  const [isAskingCode, setAskingCode] = useState(false);
  useEffect(() => {
    document.documentElement.toggleAttribute("data-locked", isLocked);
    return () => document.documentElement.removeAttribute("data-locked");
  }, [isLocked]);
  const goOn = () => {
    setSessionState("open");
    void client.invalidateQueries();
  };
  return (
    <Dialog
      role="alertdialog"
      size="small"
      onClose={() => undefined}
      isDismissable={false}
      title={isLocked ? t("lockedTitle", { name: user.name }) : t("title")}
    >
      {isByPin ? (
        <UnlockByPin onDone={goOn} onPassword={() => setByPin(false)} />
      ) : isAskingCode ? (
        <SecondFactorForm onDone={goOn} onBack={() => setAskingCode(false)} />
      ) : (
        <SignInAgain
          lead={t(isLocked ? "lockedLead" : "lead")}
          onDone={goOn}
          onCode={() => setAskingCode(true)}
          onPin={session === "locked-with-pin" ? () => setByPin(true) : undefined}
        />
      )}
    </Dialog>
  );
}

/** The user's password, or another way in. */
function SignInAgain({
  lead,
  onDone,
  onCode,
  onPin,
}: {
  lead: string;
  onDone: () => void;
  /** The password is right, and the code of the second factor is asked for. */
  onCode: () => void;
  onPin: (() => void) | undefined;
}) {
  const t = useTranslations();
  const { user, singleSignOn } = useMe();
  const [error, setError] = useState<PortalError | null>(null);
  const [password, setPassword] = useState("");
  const attempt = useMutation({
    mutationFn: () => send(api.signIn, { body: { username: user.username, password } }),
    onSuccess: ({ userId }) => {
      setPassword("");
      if (userId === null) onCode();
      else onDone();
    },
  });
  const goOnAs = (userId: number | null) => {
    if (userId === user.id) onDone();
    // Another person begins on a page of their own.
    else notePerson(userId ?? undefined);
  };
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">{lead}</p>
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
      {onPin && (
        <Button variant="quiet" onPress={onPin}>
          {t("sessionEnded.usePin")}
        </Button>
      )}
      <Button variant="quiet" onPress={() => window.location.assign("/sign-in")}>
        {t("sessionEnded.otherUser")}
      </Button>
    </div>
  );
}

/** The user's own PIN, on the pad that customers know: a till without a keyboard unlocks as well. */
function UnlockByPin({ onDone, onPassword }: { onDone: () => void; onPassword: () => void }) {
  const t = useTranslations("sessionEnded");
  const [pin, setPin] = useState("");
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => send(api.unlock, { body: { pin } }),
    onSuccess: onDone,
    onError: () => setPin(""),
    gcTime: 0,
  });
  const isWrong = error !== null && toPortalError(error).fields.pin !== undefined;
  const submit = () => {
    if (!isPending && pin.length === PIN_LENGTH) mutate();
  };
  return (
    <div className="grid gap-2">
      <PinPad
        label={t("pin")}
        value={pin}
        onChange={setPin}
        onSubmit={submit}
        errorMessage={isWrong ? t("pinWrong") : undefined}
        autoFocus
      />
      <Refusal error={isWrong ? null : error} />
      <Button
        variant="primary"
        size="large"
        isPending={isPending}
        isDisabled={pin.length < PIN_LENGTH}
        onPress={submit}
        isFocusKept
      >
        {t("unlock")}
      </Button>
      <Button variant="quiet" onPress={onPassword}>
        {t("usePassword")}
      </Button>
    </div>
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
