"use client";

import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState, useTransition } from "react";
import { send } from "@/components/kit/contract";
import { PortalError, toPortalError } from "@/components/kit/error";
import { Refusal } from "@/components/kit/refusal";
import { useErrorText } from "@/components/kit/use-language";
import { useNavigation } from "@/components/kit/use-navigation";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
import { PasswordField } from "@/components/ui/password-field";
import { TextField } from "@/components/ui/text-field";
import { session as api } from "@/lib/areas/account/session-contract";
import type { Language } from "@/lib/platform/language";
import { signInWithPasskey, useHasPasskeys } from "./passkey";
import { SecondFactorForm, usePause } from "./second-factor-form";

export interface Credentials {
  username: string;
  password: string;
}

interface SignInFormProps {
  credentials: Credentials;
  onChange: (credentials: Credentials) => void;
  /** The language chosen on this page; it replaces the one that the user is remembered with. */
  chosenLanguage: Language | undefined;
  returnPath: string | null;
}

export function SignInForm({ credentials, onChange, chosenLanguage, returnPath }: SignInFormProps) {
  const t = useTranslations("signIn");
  const navigation = useNavigation();
  const { fieldTextOf } = useErrorText();
  const goOn = () => {
    navigation.replace(returnPath ?? "/");
    navigation.refresh();
  };
  const { submit, isPending, error, setError, secondsLeft, isAskingCode, setAskingCode } = useSignIn(
    { ...credentials, ...(chosenLanguage && { language: chosenLanguage }) },
    goOn,
  );
  const change = (changes: Partial<Credentials>) => {
    onChange({ ...credentials, ...changes });
    // How long to wait stays true, whatever is typed.
    if (secondsLeft === 0) setError(null);
  };
  if (isAskingCode)
    return (
      <SecondFactorForm
        language={chosenLanguage}
        onDone={goOn}
        onBack={(why) => {
          setAskingCode(false);
          setError(why);
        }}
      />
    );
  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <TextField
        label={t("username")}
        value={credentials.username}
        onChange={(username) => change({ username })}
        errorMessage={fieldTextOf(error, "username")}
        name="username"
        // The browser offers its passkeys for this service here.
        autoComplete="username webauthn"
        autoFocus
        isCode
        isLarge
      />
      <PasswordField
        label={t("password")}
        value={credentials.password}
        onChange={(password) => change({ password })}
        errorMessage={fieldTextOf(error, "password")}
        name="password"
        autoComplete="current-password"
        isLarge
      />
      <Refusal error={error?.code === "validation" ? null : error} />
      <Button type="submit" variant="primary" size="large" isPending={isPending} isDisabled={secondsLeft > 0}>
        {secondsLeft > 0 ? t("wait", { seconds: secondsLeft }) : t("submit")}
      </Button>
      <PasskeyButton language={chosenLanguage} isInField onDone={goOn} onError={setError} />
      <p className="text-ink-faint text-sm">{t("forgotten")}</p>
    </Form>
  );
}

/** Signs in by name and password; `onDone` once that is enough, else a code is asked for. */
function useSignIn(body: Credentials & { language?: Language }, onDone: () => void) {
  const [error, setError] = useState<PortalError | null>(null);
  const [isPending, startTransition] = useTransition();
  const [isAskingCode, setAskingCode] = useState(false);
  const secondsLeft = usePause(error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending || secondsLeft > 0) return;
    startTransition(async () => {
      setError(null);
      try {
        const { userId } = await send(api.signIn, { body });
        if (userId === null) setAskingCode(true);
        else onDone();
      } catch (thrown) {
        setError(toPortalError(thrown));
      }
    });
  };
  return { submit, isPending, error, setError, secondsLeft, isAskingCode, setAskingCode };
}

/** Signs in with a passkey, by this button or by what the browser offers in the field of the user name. */
export function PasskeyButton({
  language,
  isInField = false,
  onDone,
  onError,
}: {
  language?: Language | undefined;
  /** The browser offers passkeys in the field of the user name as well. */
  isInField?: boolean;
  onDone: (userId: number | null) => void;
  onError: (error: PortalError | null) => void;
}) {
  const t = useTranslations("signIn");
  const hasPasskeys = useHasPasskeys();
  const [isPending, startTransition] = useTransition();
  const latest = useRef({ language, onDone, onError });
  useEffect(() => {
    latest.current = { language, onDone, onError };
  });
  const attempt = async (isAutofill: boolean) => {
    try {
      const signedIn = await signInWithPasskey({ language: latest.current.language, isAutofill });
      // The browser's offer may be taken long after it was made.
      if (signedIn !== null) latest.current.onDone(signedIn.userId);
    } catch (thrown) {
      // Other errors are the person's or the browser's own no.
      if (thrown instanceof PortalError) latest.current.onError(toPortalError(thrown));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: offered once, when the page has been opened.
  useEffect(() => {
    if (hasPasskeys && isInField) void attempt(true);
  }, [hasPasskeys]);
  if (!hasPasskeys) return null;
  return (
    <Button
      size="large"
      icon={KeyRound}
      isPending={isPending}
      onPress={() => {
        onError(null);
        startTransition(() => attempt(false));
      }}
    >
      {t("withPasskey")}
    </Button>
  );
}
