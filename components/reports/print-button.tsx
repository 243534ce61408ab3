"use client";

import { Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { drawAll } from "./when-near";

/** Prints the page, or saves it as a PDF file: browsers offer that among the printers. Their own key does the same. */
export function PrintButton() {
  const t = useTranslations("reports.print");
  useEffect(() => {
    const printInstead = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.code !== "KeyP") return;
      event.preventDefault();
      void printWhole();
    };
    window.addEventListener("keydown", printInstead);
    return () => window.removeEventListener("keydown", printInstead);
  }, []);
  return (
    <Button icon={Printer} onPress={printWhole} aria-describedby={HINT_ID}>
      {t("button")}
    </Button>
  );
}

async function printWhole() {
  await drawAll();
  window.print();
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
