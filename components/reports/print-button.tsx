"use client";

import { Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";

/** Prints the page, or saves it as a PDF file: browsers offer that among the printers. */
export function PrintButton() {
  const t = useTranslations("reports.print");
  return (
    <Button icon={Printer} onPress={() => window.print()} aria-describedby={HINT_ID}>
      {t("button")}
    </Button>
  );
}

const HINT_ID = "print-hint";

export function PrintHint() {
  const t = useTranslations("reports.print");
  return (
    <p id={HINT_ID} className="text-ink-faint text-sm print:hidden">
      {t("hint")}
    </p>
  );
}
