"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Code } from "@/components/ui/format";
import type { Finding } from "@/lib/areas/radar/schemas";

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
