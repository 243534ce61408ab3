"use client";

import { Languages } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import type { Language } from "@/lib/platform/language";
import { usePreferences } from "./preferences";

/** Changes to the other language, in that language's own word. */
export function LanguageButton({ onChange }: { onChange?: (language: Language) => void }) {
  const t = useTranslations("shell");
  const { language, change, isChanging } = usePreferences();
  const other = language === "en" ? "ar" : "en";
  return (
    <Button
      variant="quiet"
      icon={Languages}
      isPending={isChanging}
      onPress={() => {
        change({ language: other });
        onChange?.(other);
      }}
    >
      <span lang={other} className="foreign-word">
        {t("switchLanguage")}
      </span>
    </Button>
  );
}
