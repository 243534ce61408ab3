"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActConfirm } from "@/components/kit/acts";
import { TextField } from "@/components/ui/text-field";
import { certification as api } from "@/lib/areas/certification/contract";
import type { Certification } from "@/lib/areas/certification/schemas";
import { CERTIFICATE_MONTHS } from "@/lib/areas/certification/words";

/** Asks for the maker of the till, and issues the certificate. */
export function IssueDialog({ client, onClose }: { client: Certification["client"]; onClose: () => void }) {
  const t = useTranslations("certification");
  const [maker, setMaker] = useState("");
  return (
    <ActConfirm
      title={t("issueTitle", { name: client.name })}
      confirmLabel={t("issue")}
      isReady={maker.trim() !== ""}
      act={api.certify}
      asked={{ params: { clientId: client.id }, body: { maker } }}
      said={t("issued")}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          <p>{t("issueText", { months: CERTIFICATE_MONTHS })}</p>
          <TextField
            label={t("maker")}
            description={t("makerHint")}
            value={maker}
            onChange={setMaker}
            maxLength={120}
            autoComplete="off"
            errorMessage={problemOf("maker")}
          />
        </>
      )}
    </ActConfirm>
  );
}
