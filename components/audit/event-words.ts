"use client";

import { useTranslations } from "next-intl";
import type { SecurityKind } from "@/lib/portal/security-log/kinds";

/** Texts for kinds of events and for what their details are called. A detail without a text, such as a digest, is for programs alone: null. */
export function useEventWords() {
  const t = useTranslations("security");
  const has = t.has as (key: string) => boolean;
  const translate = t as unknown as (key: string) => string;
  return {
    kind: (kind: SecurityKind) => translate(`kinds.${kind.replace(".", "_")}`),
    detail: (name: string) => (has(`details.${name}`) ? translate(`details.${name}`) : null),
    value: (value: unknown) => {
      const text = String(value);
      return has(`values.${text}`) ? translate(`values.${text}`) : text;
    },
  };
}
