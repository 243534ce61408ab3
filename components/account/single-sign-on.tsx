"use client";

import { Building2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { send } from "@/components/kit/contract";
import { type PortalError, toPortalError } from "@/components/kit/error";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { session as api } from "@/lib/areas/account/session-contract";
import type { Bilingual } from "@/lib/platform/language";

/** Signs in with the organisation's account, at its own sign-in service. */
export function SingleSignOn({
  returnPath,
  isAlone,
  refusal,
}: {
  returnPath: string | null;
  /** True where there is no other way in. */
  isAlone: boolean;
  refusal: Bilingual | "refused" | null;
}) {
  const t = useTranslations("signIn.sso");
  const { textOf } = useErrorText();
  const inLanguage = useInLanguage();
  const [error, setError] = useState<PortalError | null>(null);
  const [isPending, startTransition] = useTransition();
  const goThere = () =>
    startTransition(async () => {
      setError(null);
      try {
        const body = returnPath === null ? {} : { returnPath };
        const { url } = await send(api.startSingleSignOn, { body });
        window.location.assign(url);
      } catch (thrown) {
        setError(toPortalError(thrown));
      }
    });
  return (
    <div className="mb-6 grid gap-5">
      {(error !== null || refusal !== null) && (
        <Notice kind="danger" isAnnounced>
          {error !== null
            ? textOf(error)
            : refusal === "refused"
              ? t("refused")
              : refusal && inLanguage(refusal)}
        </Notice>
      )}
      <Button
        variant={isAlone ? "primary" : "secondary"}
        size="large"
        icon={Building2}
        isPending={isPending}
        onPress={goThere}
      >
        {t("signIn")}
      </Button>
      {!isAlone && <p className="text-center text-ink-faint text-sm">{t("or")}</p>}
    </div>
  );
}
