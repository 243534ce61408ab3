"use client";

import { Check, Copy, Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Code } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";

/** Backup codes, this once. The dialog closes when the person says that the codes are kept. */
export function BackupCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTranslations("account.twoFactor");
  return (
    <Dialog
      isDismissable={false}
      onClose={onClose}
      title={t("codesTitle")}
      actions={
        <Button variant="primary" onPress={onClose}>
          {t("codesKept")}
        </Button>
      }
    >
      <BackupCodes codes={codes} />
    </Dialog>
  );
}

/** To be copied or kept as a file. */
function BackupCodes({ codes }: { codes: readonly string[] }) {
  const t = useTranslations("account.twoFactor");
  const [isCopied, setCopied] = useState(false);
  const text = codes.join("\n");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };
  return (
    <div className="grid gap-4">
      <p>{t("codesText")}</p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-xl bg-sunken px-5 py-4 font-medium">
        {codes.map((code) => (
          <li key={code}>
            <Code>{code}</Code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="small" icon={isCopied ? Check : Copy} onPress={() => void copy()}>
          {isCopied ? t("copied") : t("copy")}
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="backup-codes.txt"
          className="inline-flex min-h-9 items-center gap-1.5 text-accent underline underline-offset-4"
        >
          <Download aria-hidden className="size-4" />
          {t("download")}
        </a>
      </div>
      <Notice kind="warning">{t("codesOnce")}</Notice>
    </div>
  );
}
