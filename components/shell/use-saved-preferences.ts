"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { send } from "@/components/kit/contract";
import { toPortalError } from "@/components/kit/error";
import { useErrorText } from "@/components/kit/use-language";
import { toast } from "@/components/ui/toast-queue";
import type { ChangePreferencesRequest } from "@/lib/areas/account/schemas";
import type { Language } from "@/lib/platform/language";
import { usePreferences } from "./preferences";

/** Preferences of a signed-in user: a change takes effect here at once and is remembered for their other devices. */
export function useSavedPreferences() {
  const t = useTranslations("shell");
  const { textOf } = useErrorText();
  const preferences = usePreferences();
  const queries = useQueryClient();
  const save = (changes: ChangePreferencesRequest) => {
    import("@/lib/areas/account/contract")
      .then(({ account }) => send(account.savePreferences, { body: changes }))
      // Answers name people in the reader's language.
      .then(() => changes.language && queries.invalidateQueries())
      .catch((error: unknown) =>
        toast({ kind: "problem", title: t("preferencesFailed"), detail: textOf(toPortalError(error)) }),
      );
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
