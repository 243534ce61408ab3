"use client";

import { useTranslations } from "next-intl";
import type { Act } from "@/lib/areas/audit/schemas";
import { stepOf } from "@/lib/areas/audit/words";

/** Texts for the audit log's kinds of subjects and acts. One without a text is shown as it is, so that nothing is left out. */
export function useActWords() {
  const t = useTranslations();
  const subject = (type: string) => wordIn(t, "audit.subjects", type);
  /** "branch.create" and every other creation have one word; a branch that is deactivated is closed. */
  const verb = (action: string) => {
    const [kind, ...verb] = action.split(".");
    return wordIn(t, "audit.verbs", verb.at(-1) ?? action, kind);
  };
  return {
    subject,
    verb,
    /** Says of a request what was asked for or decided, of every other act what was done. */
    said: (act: Pick<Act, "action" | "subject" | "after">) => {
      const step = stepOf(act);
      if (step === "done") return verb(act.action);
      const [kind = ""] = act.action.split(".");
      return t(`audit.steps.${step}`, { act: `${subject(kind)}, ${verb(act.action)}` });
    },
  };
}

type Translate = ReturnType<typeof useTranslations<never>>;

/** The word that a kind of things has of its own in a group of texts, or else the one that all have, or else the name itself. */
export function wordIn(t: Translate, group: string, name: string, kind?: string): string {
  // The names come from the server, so no type can know them.
  const has = t.has as (key: string) => boolean;
  const translate = t as unknown as (key: string) => string;
  const key = [`${group}.${kind}_${name}`, `${group}.${name}`].find(has);
  return key === undefined ? name : translate(key);
}
