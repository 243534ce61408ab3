"use client";

import { useTranslations } from "next-intl";
import { Pressable } from "@/components/ui/pressable";
import type { DemoAccount } from "@/lib/areas/account/demo-accounts";
import type { Credentials } from "./sign-in-form";

/** The accounts of the demonstration; choosing one fills the form in. */
export function DemoAccounts({
  accounts,
  onChoose,
}: {
  accounts: readonly DemoAccount[];
  onChoose: (credentials: Credentials) => void;
}) {
  const t = useTranslations();
  return (
    <section className="mt-8 rounded-2xl border border-line border-dashed p-4">
      <h2 className="font-medium">{t("signIn.demoTitle")}</h2>
      <p className="mt-0.5 text-ink-soft text-sm">{t("signIn.demoLead")}</p>
      <div className="mt-3 grid grid-cols-2 gap-2">
        {accounts.map(({ username, password, role }) => (
          <Pressable
            key={username}
            aria-label={t("signIn.demoUse", { username })}
            className="cursor-pointer rounded-lg border border-line bg-surface px-3 py-2 text-start transition-colors hover:border-accent hover:bg-hover"
            onPress={() => onChoose({ username, password })}
          >
            <span className="block font-medium">{t(`roles.${role}`)}</span>
            <bdi dir="ltr" className="block text-ink-faint text-sm rtl:text-end">
              {username}
            </bdi>
          </Pressable>
        ))}
      </div>
    </section>
  );
}
