"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DateTime } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { QrCode } from "@/components/ui/qr-code";
import { TextField } from "@/components/ui/text-field";
import type { StaffLink } from "@/lib/areas/staff/desk-schemas";
import { LINK_PATH } from "@/lib/areas/staff/words";

/** A link that was just made, to be handed over. The link cannot be shown again, so the dialog is not closed by accident. */
export function LinkDialog({ issued: { user, link }, onClose }: { issued: StaffLink; onClose: () => void }) {
  const t = useTranslations("staff.link");
  const [isCopied, setCopied] = useState(false);
  const address = `${window.location.origin}${LINK_PATH}#${link.token}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
    } catch {
      // Without the right to copy the address can still be selected.
      setCopied(false);
    }
  };
  return (
    <Dialog
      isDismissable={false}
      onClose={onClose}
      title={t(`${link.purpose}Title`, { name: user.name })}
      actions={
        <>
          <Button onPress={onClose}>{t("done")}</Button>
          <Button variant="primary" icon={isCopied ? Check : Copy} onPress={() => void copy()}>
            {isCopied ? t("copied") : t("copy")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>{t("text", { name: user.name })}</p>
        <figure className="grid justify-items-center gap-2">
          <QrCode text={address} label={t("qrCode")} className="size-48 rounded-lg" />
          <figcaption className="text-ink-soft text-sm">{t("scan", { name: user.name })}</figcaption>
        </figure>
        <TextField
          label={t("address")}
          value={address}
          onChange={() => undefined}
          onFocus={({ target }) => target instanceof HTMLInputElement && target.select()}
          isReadOnly
          isCode
        />
        <p className="text-ink-soft text-sm">
          {t("until")} <DateTime value={link.expiresAt} />
        </p>
        <Notice kind="warning">
          <p>{t("once")}</p>
          <p>{t("recorded")}</p>
        </Notice>
        <span role="status" className="sr-only">
          {isCopied && t("copied")}
        </span>
      </div>
    </Dialog>
  );
}
