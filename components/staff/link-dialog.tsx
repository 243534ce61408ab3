"use client";

import { Check, Copy, Share2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { reachOf } from "@/components/kit/reach-of";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DateTime } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { QrCode } from "@/components/ui/qr-code";
import { TextField } from "@/components/ui/text-field";
import type { StaffLink } from "@/lib/areas/staff/desk-schemas";
import { LINK_PATH } from "@/lib/areas/staff/words";
import { PASSWORD_LENGTH_MIN } from "@/lib/portal/session/password-rules";

/** A link that was just made, to be handed over. The link cannot be shown again, so the dialog is not closed by accident. */
export function LinkDialog({ issued: { user, link }, onClose }: { issued: StaffLink; onClose: () => void }) {
  const t = useTranslations("staff.link");
  const [isCopied, setCopied] = useState(false);
  const address = `${window.location.origin}${LINK_PATH}#${link.token}`;
  const reach = reachOf(window.location.hostname);
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
      title={t(`${link.purpose}Title`, { name: user.shownName })}
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
        <p>{t("text", { name: user.shownName })}</p>
        <figure className="grid justify-items-center gap-2">
          <QrCode text={address} label={t("qrCode")} className="size-48 rounded-lg" />
          {reach !== "machine" && (
            <figcaption className="text-ink-soft text-sm">{t("scan", { name: user.shownName })}</figcaption>
          )}
        </figure>
        {reach !== "anywhere" && (
          <Notice kind="warning">
            {t(reach === "machine" ? "unreachable" : "sameNetwork", { host: window.location.host })}
          </Notice>
        )}
        <Sharing text={t("message", { name: user.shownName, address })} email={user.email} />
        <p className="text-ink-soft text-sm">{t("passwordRule", { least: PASSWORD_LENGTH_MIN })}</p>
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

/** Ways to hand the link over: the system's own sheet where there is one, WhatsApp, and mail where an address is known. */
function Sharing({ text, email }: { text: string; email: string | null }) {
  const t = useTranslations("staff.link");
  const said = encodeURIComponent(text);
  const ways = [
    { name: "whatsapp" as const, href: `https://wa.me/?text=${said}` },
    ...(email === null
      ? []
      : [
          {
            name: "mail" as const,
            href: `mailto:${email}?subject=${encodeURIComponent(t("subject"))}&body=${said}`,
          },
        ]),
  ];
  return (
    <div className="flex flex-wrap gap-2">
      {"share" in navigator && (
        <Button icon={Share2} onPress={() => void navigator.share({ text }).catch(() => undefined)}>
          {t("share")}
        </Button>
      )}
      {ways.map(({ name, href }) => (
        <a
          key={name}
          href={href}
          target="_blank"
          rel="noreferrer"
          className="inline-flex h-control items-center rounded-xl border border-line px-4 font-medium hover:bg-hover"
        >
          {t(name)}
        </a>
      ))}
    </div>
  );
}
