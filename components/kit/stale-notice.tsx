"use client";

import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";

/** What somebody else has made of a field since it was read. */
export interface ForeignChange {
  label: string;
  value: string;
}

/** Tells the second of two editors what is there now. Their own entries stay; saving again is then their choice. */
export function ConflictNotice({ changes }: { changes: readonly ForeignChange[] }) {
  const t = useTranslations("desk");
  return (
    <Notice kind="warning" isAnnounced>
      <p>{t("conflict")}</p>
      {changes.length > 0 && (
        <ul className="mt-2 grid gap-1 text-sm">
          {changes.map(({ label, value }) => (
            <li key={label}>
              {label}: <bdi className="font-medium">{value || t("nothing")}</bdi>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
