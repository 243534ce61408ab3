"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/kit/confirm-dialog";
import { useSend } from "@/components/kit/contract";
import { useErrorText } from "@/components/kit/use-language";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import { certification as api } from "@/lib/areas/certification/contract";
import type { Certification } from "@/lib/areas/certification/schemas";
import { CERTIFICATE_MONTHS } from "@/lib/areas/certification/words";

/** Asks for the maker of the till, and issues the certificate. */
export function IssueDialog({ client, onClose }: { client: Certification["client"]; onClose: () => void }) {
  const t = useTranslations("certification");
  const { fieldTextOf } = useErrorText();
  const [maker, setMaker] = useState("");
  const issue = useSend(api.certify);
  const makerProblem = fieldTextOf(issue.error, "maker");
  return (
    <ConfirmDialog
      title={t("issueTitle", { name: client.name })}
      confirmLabel={t("issue")}
      isReady={maker.trim() !== ""}
      isPending={issue.isPending}
      error={makerProblem === undefined ? issue.error : null}
      onConfirm={() =>
        issue.mutate(
          { params: { clientId: client.id }, body: { maker } },
          {
            onSuccess: () => {
              toast({ kind: "success", title: t("issued") });
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      <p>{t("issueText", { months: CERTIFICATE_MONTHS })}</p>
      <TextField
        label={t("maker")}
        description={t("makerHint")}
        value={maker}
        onChange={setMaker}
        maxLength={120}
        autoComplete="off"
        errorMessage={makerProblem}
      />
    </ConfirmDialog>
  );
}
