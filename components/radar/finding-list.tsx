"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useNameOf } from "@/components/kit/use-language";
import { Day } from "@/components/ui/format";
import type { Finding } from "@/lib/areas/radar/schemas";
import { FindingWords } from "./finding-words";

/** Findings below one another, each with the way to the entries that it rests on. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
  const t = useTranslations("radar");
  const nameOf = useNameOf();
  return (
    <ul className="divide-y divide-line">
      {findings.map((finding) => (
        <li key={finding.id} className="grid gap-1 py-3 first:pt-0 last:pb-0">
          <p className="font-medium">{t(`signals.${finding.signal}`)}</p>
          <p>
            <FindingWords finding={finding} />
          </p>
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-sm">
            <Day value={finding.day} />
            <bdi>{nameOf(finding.branch)}</bdi>
            <Link
              href={`/reports/radar/findings/${finding.id}`}
              className="text-accent underline underline-offset-4 print:hidden"
            >
              {t("showEntries")}
            </Link>
          </p>
        </li>
      ))}
    </ul>
  );
}
