"use client";

import { useTranslations } from "next-intl";
import { Code } from "@/components/ui/format";
import { ErrorState } from "@/components/ui/states";

/** The page in place of one that failed, with the reference under which the log tells why. */
export function PageError({ digest, onRetry }: { digest: string | undefined; onRetry: () => void }) {
  const t = useTranslations("errors");
  return (
    <ErrorState headingLevel={1} title={t("title")} onRetry={onRetry}>
      <p>{t("text")}</p>
      {digest && (
        <p className="mt-2 text-sm">
          {t("reference")}: <Code>{digest}</Code>
        </p>
      )}
    </ErrorState>
  );
}
