"use client";

import { useTranslations } from "next-intl";
import { useMe } from "@/components/kit/use-me";
import { Menu } from "@/components/ui/menu";
import { Pressable } from "@/components/ui/pressable";
import { useLanguage } from "@/components/ui/use-language";
import { menuFor } from "@/lib/portal/commands";
import { useRunCommand } from "./commands";

export function AccountMenu() {
  const t = useTranslations();
  const { user } = useMe();
  const language = useLanguage();
  const run = useRunCommand();
  return (
    <Menu
      label={t("shell.accountMenu")}
      header={
        <>
          <bdi className="block truncate font-medium">{user.name}</bdi>
          <span className="block text-ink-soft text-sm">{user.set?.name ?? t(`roles.${user.role}`)}</span>
        </>
      }
      trigger={(props) => (
        <Pressable
          {...props}
          aria-label={`${t("shell.accountMenu")}: ${user.name}`}
          className="grid size-10 pointer-coarse:size-11 shrink-0 cursor-pointer place-items-center rounded-full bg-accent-soft font-semibold text-accent-soft-ink transition-colors hover:bg-hover"
        >
          <bdi aria-hidden className="foreign-word">
            {initialOf(user.name)}
          </bdi>
        </Pressable>
      )}
      actions={menuFor("account", user).map(({ id, text, icon }) => ({
        id,
        label: t(text),
        icon,
        // The other language is named in its own word.
        ...(id === "language" && { lang: language === "en" ? "ar" : "en" }),
        onAction: () => run(id),
      }))}
    />
  );
}

/** The first letter that means something: the article of an Arabic name does not. */
function initialOf(name: string): string {
  const [initial = ""] = name.trim().replace(/^ال/, "");
  return initial.toUpperCase();
}
