"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { copyText } from "./copy-text";
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
