"use client";

import { useTranslations } from "next-intl";
import { RadioGroup } from "@/components/ui/radio-group";
import type { ReceiptChoice } from "@/lib/areas/receipt/words";

/** How receipts are printed on this device. */
export function ReceiptSettings({
  choice,
  onChange,
}: {
  choice: ReceiptChoice;
  onChange: (choice: ReceiptChoice) => void;
}) {
  const t = useTranslations("receipt");
  return (
    <div className="flex flex-col gap-4">
      <RadioGroup
        label={t("paper")}
        options={[
          { id: "80", label: t("paper80") },
          { id: "58", label: t("paper58") },
        ]}
        value={choice.paper}
        onChange={(paper) => onChange({ ...choice, paper })}
      />
      <RadioGroup
        label={t("language")}
        description={t("remembered")}
        options={[
          { id: "ar", label: t("arabic") },
          { id: "en", label: t("english") },
          { id: "both", label: t("both") },
        ]}
        value={choice.language}
        onChange={(language) => onChange({ ...choice, language })}
      />
    </div>
  );
}
