"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSend } from "@/components/kit/contract";
import { toast } from "@/components/ui/toast-queue";
import { account as api } from "@/lib/areas/account/contract";
import { BackupCodesDialog } from "./backup-codes";
import { ProofDialog } from "./proof-dialog";

/** Asks for a proof before the second factor is switched off or its backup codes are replaced. */
export function PasswordDialog({ purpose, onClose }: { purpose: "disable" | "codes"; onClose: () => void }) {
  const t = useTranslations("account.twoFactor");
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const disable = useSend(api.disableTwoFactor);
  const renew = useSend(api.renewBackupCodes);
  if (codes !== null) return <BackupCodesDialog codes={codes} onClose={onClose} />;
  if (purpose === "codes")
    return (
      <ProofDialog
        title={t("newCodesTitle")}
        submitLabel={t("newCodes")}
        send={async (proof) => setCodes((await renew.mutateAsync({ body: proof })).backupCodes)}
        onDone={() => undefined}
        onClose={onClose}
      >
        {t("newCodesText")}
      </ProofDialog>
    );
  return (
    <ProofDialog
      title={t("disableTitle")}
      submitLabel={t("disable")}
      isDangerous
      send={(proof) => disable.mutateAsync({ body: proof })}
      onDone={() => {
        toast({ kind: "success", title: t("disabled") });
        onClose();
      }}
      onClose={onClose}
    >
      {t("disableText")}
    </ProofDialog>
  );
}
