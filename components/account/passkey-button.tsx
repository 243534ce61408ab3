"use client";

import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useTransition } from "react";
import { PortalError, toPortalError } from "@/components/kit/error";
import { Button } from "@/components/ui/button";
import type { Language } from "@/lib/platform/language";
import { signInWithPasskey } from "./passkey";
import { useHasPasskeys } from "./use-has-passkeys";

/** Signs in with a passkey, by this button or by what the browser offers in the field of the user name. */
export function PasskeyButton({
  language,
  onDone,
  onError,
}: {
  language: Language | undefined;
  onDone: () => void;
  onError: (error: PortalError | null) => void;
}) {
  const t = useTranslations("signIn");
  const hasPasskeys = useHasPasskeys();
  const [isPending, startTransition] = useTransition();
  const latest = useRef({ language, onDone, onError });
  latest.current = { language, onDone, onError };
  const attempt = async (isAutofill: boolean) => {
    const { language, onDone, onError } = latest.current;
    try {
      if ((await signInWithPasskey({ language, isAutofill })) !== null) onDone();
    } catch (thrown) {
      // Other errors are the person's or the browser's own no.
      if (thrown instanceof PortalError) onError(toPortalError(thrown));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: offered once, when the page has been opened.
  useEffect(() => {
    if (hasPasskeys) void attempt(true);
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
