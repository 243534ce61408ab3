"use client";

import { useTranslations } from "next-intl";
import { wordIn } from "./word-in";

/** Texts for the audit log's kinds of subjects and acts. One without a text is shown as it is, so that nothing is left out. */
export function useActWords() {
  const t = useTranslations();
  return {
    subject: (type: string) => wordIn(t, "audit.subjects", type),
    /** "branch.create" and every other creation have one word; a branch that is deactivated is closed. */
    verb: (action: string) => {
      const [kind, ...verb] = action.split(".");
      return wordIn(t, "audit.verbs", verb.at(-1) ?? action, kind);
    },
  };
}
