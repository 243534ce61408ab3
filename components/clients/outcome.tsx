"use client";

import { useTranslations } from "next-intl";
import { useInLanguage } from "@/components/kit/use-language";
import { Status } from "@/components/ui/badge";
import { Code } from "@/components/ui/format";
import type { LoggedRequest } from "@/lib/areas/clients/desk-schemas";

/** Success, or the code of the refusal with its words; for a refused ClientId also why, which its sender is not told. */
export function Outcome({ request }: { request: LoggedRequest }) {
  const t = useTranslations("clients.log");
  const inLanguage = useInLanguage();
  if (request.code === 0)
    return <Status tone="success">{request.isReplay ? t("replayed") : t("success")}</Status>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Status tone="danger">
        <Code>{String(request.code)}</Code>
      </Status>
      <span>{inLanguage(request.reason)}</span>
      {request.detail && <span className="text-ink-soft">{t(`detail.${request.detail}`)}</span>}
    </span>
  );
}
