"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { IconButton } from "./icon-button";
import { toast } from "./toast-queue";

const SHOWN_MS = 2_000;

/** Copies a code or number, and says so on the spot. */
export function CopyButton({ text, label, className }: { text: string; label: string; className?: string }) {
  const t = useTranslations("ui");
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    if (await copyText(text)) setCopied(true);
    else toast({ kind: "problem", title: t("copyFailed") });
  };
  return (
    <>
      <IconButton
        icon={isCopied ? Check : Copy}
        label={isCopied ? t("copied") : label}
        onPress={copy}
        {...(className !== undefined && { className })}
      />
      <span role="status" className="sr-only">
        {isCopied && t("copied")}
      </span>
    </>
  );
}

/**
 * Copies a text. Pages of insecure origins (a shop's server without a certificate) have no clipboard API, so they copy
 * by a selected field. Returns whether it was copied.
 */
async function copyText(text: string): Promise<boolean> {
  const { clipboard } = navigator as Partial<Navigator>;
  if (clipboard !== undefined)
    return clipboard.writeText(text).then(
      () => true,
      () => copySelected(text),
    );
  return copySelected(text);
}

function copySelected(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.style.position = "fixed";
  field.style.opacity = "0";
  // Where a dialog is open, only what is inside it can be selected.
  const focused = document.activeElement;
  (focused?.parentElement ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
