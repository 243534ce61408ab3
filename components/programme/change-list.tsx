"use client";

import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";

/** A setting as it is and as it is to be, in words. */
export interface Change {
  label: string;
  before: string;
  after: string;
}

/** Pending changes, line by line. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const t = useTranslations("programme");
  return (
    <ul className="grid gap-3">
      {changes.map(({ label, before, after }) => (
        <li key={label} className="rounded-xl border border-line px-4 py-2.5">
          <p className="text-ink-soft text-sm">{label}</p>
          <p className="flex flex-wrap items-center gap-x-2">
            <span className="sr-only">{t("before")}</span>
            <bdi className="text-ink-soft line-through">{before || t("nothing")}</bdi>
            <ArrowRight aria-hidden className="size-4 shrink-0 text-ink-faint rtl:-scale-x-100" />
            <span className="sr-only">{t("after")}</span>
            <bdi className="font-medium">{after || t("nothing")}</bdi>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Those of the settings that differ. */
export function changesBetween(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Change[] {
  return Object.entries(after)
    .map(([label, value]) => ({ label, before: before[label] ?? "", after: value }))
    .filter((change) => change.before !== change.after);
}
