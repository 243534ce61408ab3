"use client";

import { useLocale } from "next-intl";
import type { Bilingual, Language } from "@/lib/platform/language";
import { inLanguage } from "@/lib/platform/language";
import type { PortalError } from "./error";

/** The page's language. */
export function useLanguage(): Language {
  return useLocale().startsWith("ar") ? "ar" : "en";
}

/** Picks the page's language out of texts that come in both, such as the names of branches. */
export function useInLanguage(): (texts: Bilingual) => string {
  const language = useLanguage();
  return (texts) => inLanguage(texts, language);
}

/** The server's words about an error, whole or for one field, in the page's language. */
export function useErrorText() {
  const inLanguage = useInLanguage();
  return {
    textOf: (error: PortalError) => inLanguage(error.texts),
    fieldTextOf: (error: PortalError | null, field: string) => {
      const texts = error?.fields[field];
      return texts === undefined ? undefined : inLanguage(texts);
    },
  };
}
