"use client";

import { useLocale } from "next-intl";
import type { Language } from "@/lib/platform/language";

/** The page's language. */
export function useLanguage(): Language {
  return useLocale().startsWith("ar") ? "ar" : "en";
}
