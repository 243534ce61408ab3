"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useNameOf } from "@/components/kit/use-language";
import { Code, Day } from "@/components/ui/format";
import { useFormatter } from "@/components/ui/use-formatter";
import type { Finding } from "@/lib/areas/radar/schemas";

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

/** The odd fact, with its figure beside the ordinary one. Never more than the figures say. */
export function FindingWords({ finding }: { finding: Finding }) {
  const t = useTranslations("radar");
  const format = useFormatter();
  const { signal, count, total, habit, days, wallet } = finding;
  const percent = (share: number) => format.number(share, { style: "percent", maximumFractionDigits: 0 });
  const usual =
    signal === "wallet_share"
      ? percent(habit)
      : format.number(habit, { maximumFractionDigits: habit < 10 ? 1 : 0 });
  const values = { count, total, days, share: percent(total === 0 ? 0 : count / total), usual };
  return (
    <>
      {t.rich(`found.${signal}`, { ...values, wallet: () => <Code>{wallet?.walletCode ?? "–"}</Code> })}{" "}
      <span className="text-ink-soft">{t(`usual.${signal}`, values)}</span>
    </>
  );
}
