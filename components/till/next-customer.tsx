"use client";

import { ScanLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { isolated } from "@/components/wallet/use-amounts";
import { ShortcutHint } from "./shortcut-hint";

/** In place of the result and of the button that confirms it: the bill's box holds a code, which is no bill until said to be one. */
export function NextCustomer({ code, onBill }: { code: string; onBill: () => void }) {
  const t = useTranslations("till.scan");
  return (
    <>
      <Notice kind="info" isAnnounced>
        <p className="font-medium">{t("next")}</p>
        <p>{t("nextText", { code: isolated(code) })}</p>
      </Notice>
      <Button type="submit" variant="primary" size="large" icon={ScanLine} className="w-full">
        {t("find", { code: isolated(code) })} <ShortcutHint>Enter</ShortcutHint>
      </Button>
      <Button variant="quiet" onPress={onBill}>
        {t("bill")}
      </Button>
    </>
  );
}
