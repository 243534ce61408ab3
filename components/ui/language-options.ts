/** The two languages by their own names, to choose from. */
export const LANGUAGE_OPTIONS = [
  { id: "en", label: "English", lang: "en" },
  { id: "ar", label: "العربية", lang: "ar" },
] as const;
