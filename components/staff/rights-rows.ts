"use client";

import { useTranslations } from "next-intl";
import { useActWords, wordIn } from "@/components/audit/act-words";
import { ADMIN_ACTIONS, type AdminAction } from "@/lib/portal/acts/permissions";

/** A subject with its permissions in words. */
export interface RightsRow {
  id: string;
  name: string;
  acts: readonly { action: AdminAction; name: string; isRead: boolean }[];
}

/** All permissions by their subject, subjects in the order of the alphabet. */
export function useRightsRows(): RightsRow[] {
  const t = useTranslations("staff.rights");
  const all = useTranslations();
  const words = useActWords();
  const rows = new Map<string, RightsRow["acts"][number][]>();
  for (const action of ADMIN_ACTIONS) {
    const [subject = action, verb] = action.split(".");
    const isRead = verb === "read";
    const act = {
      action,
      name: isRead ? t("reads") : wordIn(all, "audit.rights", verb ?? action, subject),
      isRead,
    };
    rows.set(subject, [...(rows.get(subject) ?? []), act]);
  }
  const named = [...rows].map(([id, acts]) => ({ id, name: words.subject(id), acts }));
  return named.sort((one, other) => (one.name < other.name ? -1 : 1));
}
