"use client";

import { useLanguage } from "@/components/ui/use-language";
import type { Bilingual } from "@/lib/platform/language";
import { inLanguage } from "@/lib/platform/language";
import type { PortalError } from "./error";

/** Picks the page's language out of texts that come in both, such as the names of branches. */
export function useInLanguage(): (texts: Bilingual) => string {
  const language = useLanguage();
  return (texts) => inLanguage(texts, language);
}

/** A record's name in both languages, as every answer of the portal carries it. */
export interface Named {
  nameEn: string;
  nameAr: string;
}

/** A record's name in the page's language. */
export function useNameOf(): (named: Named) => string {
  const language = useLanguage();
  return ({ nameEn, nameAr }) => inLanguage({ en: nameEn, ar: nameAr }, language);
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
