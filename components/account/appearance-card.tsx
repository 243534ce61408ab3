"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSavedPreferences } from "@/components/shell/use-saved-preferences";
import { Card } from "@/components/ui/card";
import { LANGUAGE_OPTIONS } from "@/components/ui/language-options";
import { RadioGroup } from "@/components/ui/radio-group";

export function AppearanceCard() {
  const t = useTranslations("account");
  const { language, theme, density, calendar, change } = useSavedPreferences();
  return (
    <Card title={t("appearance")} description={t("appearanceLead")}>
      <div className="grid gap-5">
        <RadioGroup
          label={t("language")}
          value={language}
          onChange={(language) => change({ language })}
          options={LANGUAGE_OPTIONS}
        />
        <RadioGroup
          label={t("theme")}
          value={theme}
          onChange={(theme) => change({ theme })}
          options={[
            { id: "system", label: t("themeSystem"), icon: Monitor },
            { id: "light", label: t("themeLight"), icon: Sun },
            { id: "dark", label: t("themeDark"), icon: Moon },
          ]}
        />
        <RadioGroup
          label={t("density")}
          value={density}
          onChange={(density) => change({ density })}
          options={[
            { id: "comfortable", label: t("densityComfortable") },
            { id: "compact", label: t("densityCompact") },
          ]}
        />
        <RadioGroup
          label={t("calendar")}
          value={calendar}
          onChange={(calendar) => change({ calendar })}
          options={[
            { id: "gregorian", label: t("calendarGregorian") },
            { id: "hijri", label: t("calendarHijri") },
          ]}
        />
      </div>
    </Card>
  );
}
