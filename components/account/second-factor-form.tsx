"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState, useTransition } from "react";
import { send } from "@/components/kit/contract";
import { type PortalError, toPortalError } from "@/components/kit/error";
import { Refusal } from "@/components/kit/refusal";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
import { TextField } from "@/components/ui/text-field";
import { session as api } from "@/lib/areas/account/session-contract";
import type { Language } from "@/lib/platform/language";

/** Asks for the code of the second factor, after a password that was right. */
export function SecondFactorForm({
  language,
  onDone,
  onBack,
}: {
  language?: Language | undefined;
  onDone: () => void;
  /** The password has to be given again; `why` is null when that is the user's own wish. */
  onBack: (why: PortalError | null) => void;
}) {
  const t = useTranslations("signIn");
  const [code, setCode] = useState("");
  const [error, setError] = useState<PortalError | null>(null);
  const [isPending, startTransition] = useTransition();
  const secondsLeft = usePause(error);
  const submit = () => {
    if (isPending || secondsLeft > 0 || code.trim() === "") return;
    startTransition(async () => {
      setError(null);
      try {
        await send(api.giveSecondFactor, { body: { code, ...(language !== undefined && { language }) } });
        onDone();
      } catch (thrown) {
        const refusal = toPortalError(thrown);
        if (refusal.code === "second_factor_expired") return onBack(refusal);
        setCode("");
        setError(refusal);
      }
    });
  };
  return (
    <Form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label={t("code")}
        description={t("codeHint")}
        value={code}
        onChange={setCode}
        name="code"
        autoComplete="one-time-code"
        maxLength={20}
        autoFocus
        isCode
        isLarge
      />
      <Refusal error={error} />
      <Button type="submit" variant="primary" size="large" isPending={isPending} isDisabled={secondsLeft > 0}>
        {secondsLeft > 0 ? t("wait", { seconds: secondsLeft }) : t("submit")}
      </Button>
      <Button variant="quiet" onPress={() => onBack(null)}>
        {t("backToPassword")}
      </Button>
    </Form>
  );
}

/** The seconds that are left before the next attempt at a way in, after a refusal that named them; 0 when there is no need to wait. */
export function usePause(error: PortalError | null): number {
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    const seconds = error?.retryAfterSeconds ?? 0;
    setSecondsLeft(seconds);
    if (seconds === 0) return;
    const until = performance.now() + seconds * 1000;
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((until - performance.now()) / 1000));
      setSecondsLeft(left);
      if (left === 0) clearInterval(timer);
    }, 500);
    return () => clearInterval(timer);
  }, [error]);
  return secondsLeft;
}
