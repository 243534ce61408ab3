"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { usePreferences } from "./preferences";

const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

/** Light, dark, or as the device. */
export function ThemeButton() {
  const t = useTranslations("account");
  const { theme, change } = usePreferences();
  return (
    <Menu
      label={t("theme")}
      trigger={(props) => <IconButton {...props} icon={ICONS[theme]} label={t("theme")} />}
      actions={[
        { id: "system", label: t("themeSystem"), icon: Monitor, onAction: () => change({ theme: "system" }) },
        { id: "light", label: t("themeLight"), icon: Sun, onAction: () => change({ theme: "light" }) },
        { id: "dark", label: t("themeDark"), icon: Moon, onAction: () => change({ theme: "dark" }) },
      ]}
    />
  );
}
