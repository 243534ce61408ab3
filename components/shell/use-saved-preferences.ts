"use client";

import { useTranslations } from "next-intl";
import { send } from "@/components/kit/contract";
import type { PortalError } from "@/components/kit/error";
import { useErrorText } from "@/components/kit/use-language";
import { toast } from "@/components/ui/toast-queue";
import { account } from "@/lib/areas/account/contract";
import type { ChangePreferencesRequest } from "@/lib/areas/account/schemas";
import type { Language } from "@/lib/platform/language";
import { usePreferences } from "./preferences";

/** Preferences of a signed-in user: a change takes effect here at once and is remembered for their other devices. */
export function useSavedPreferences() {
  const t = useTranslations("shell");
  const { textOf } = useErrorText();
  const preferences = usePreferences();
  const save = (changes: ChangePreferencesRequest) => {
    send(account.savePreferences, { body: changes }).catch((error: PortalError) => {
      toast({ kind: "problem", title: t("preferencesFailed"), detail: textOf(error) });
    });
  };
  return {
    ...preferences,
    save,
    change: (changes: ChangePreferencesRequest) => {
      preferences.change(changes);
      save(changes);
    },
  };
}

export function useSaveLanguage(): (language: Language) => void {
  const { save } = useSavedPreferences();
  return (language) => save({ language });
}
