"use client";

import { useTranslations } from "next-intl";

/**
 * Texts for the log's kinds of subjects, acts and fields. One without a text is shown as it is, so that nothing is left
 * out.
 */
export function useActWords() {
  const t = useTranslations("audit");
  // Their names come from the server, so no type can know them.
  const has = t.has as (key: string) => boolean;
  const translate = t as unknown as (key: string) => string;
  const word = (group: string, name: string) => {
    const key = `${group}.${name}`;
    return has(key) ? translate(key) : name;
  };
  return {
    subject: (type: string) => word("subjects", type),
    /** "branch.create" and every other creation have one word. */
    verb: (action: string) => word("verbs", action.split(".").at(-1) ?? action),
    field: (name: string) => word("fields", name),
    value: (text: string) => word("values", text),
    isKnownValue: (text: string) => has(`values.${text}`),
  };
}
