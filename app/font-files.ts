import type { Language } from "@/lib/platform/language";

/** The addresses of the two font files that a page of each language begins with: running text and headings. */
export const FIRST_FONTS: Record<Language, readonly string[]> = {
  en: [
    new URL(
      "@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-latin-400-normal.woff2",
      import.meta.url,
    ).href,
    new URL(
      "@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-latin-600-normal.woff2",
      import.meta.url,
    ).href,
  ],
  ar: [
    new URL(
      "@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-400-normal.woff2",
      import.meta.url,
    ).href,
    new URL(
      "@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-600-normal.woff2",
      import.meta.url,
    ).href,
  ],
};
