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
  /** The word that a kind of things has of its own, or else the one that all have. */
  const word = (group: string, name: string, kind?: string) => {
    const key = [`${group}.${kind}_${name}`, `${group}.${name}`].find(has);
    return key === undefined ? name : translate(key);
  };
  return {
    subject: (type: string) => word("subjects", type),
    /** "branch.create" and every other creation have one word; a branch that is deactivated is closed. */
    verb: (action: string) => {
      const [kind, ...verb] = action.split(".");
      return word("verbs", verb.at(-1) ?? action, kind);
    },
    field: (name: string, kind: string) => word("fields", name, kind),
    value: (text: string, field: string) => word("values", text, field),
  };
}
