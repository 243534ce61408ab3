"use client";

import { useTranslations } from "next-intl";
import { wordIn } from "./act-words";

/** The same for the fields of what was changed and their values. */
export function useFieldWords() {
  const t = useTranslations();
  return {
    field: (name: string, kind: string) => wordIn(t, "audit.fields", name, kind),
    value: (text: string, field: string) => wordIn(t, "audit.values", text, field),
  };
}
