"use client";

import { Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";

/** Prints the certificate, or saves it as a PDF. Never on paper itself. */
export function PrintCertificateButton() {
  const t = useTranslations("certification.sheet");
  return (
    <div className="print:hidden">
      <Button icon={Printer} variant="primary" onPress={() => window.print()}>
        {t("print")}
      </Button>
    </div>
  );
}
