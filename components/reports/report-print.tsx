"use client";

import { Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/format";
import type { Report, ReportQuery } from "@/lib/areas/reports/schemas";
import { useRangeName } from "./day-name";
import type { DayRange } from "./day-ranges";
import { drawAll } from "./when-near";
import { useReportChoices } from "./whose-fields";

/** Prints the page, or saves it as a PDF file: browsers offer that among the printers. Their own key does the same. */
export function PrintButton() {
  const t = useTranslations("reports.print");
  useEffect(() => {
    const printInstead = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.code !== "KeyP") return;
      event.preventDefault();
      void printWhole();
    };
    window.addEventListener("keydown", printInstead);
    return () => window.removeEventListener("keydown", printInstead);
  }, []);
  return (
    <Button icon={Printer} onPress={printWhole} aria-describedby={HINT_ID}>
      {t("button")}
    </Button>
  );
}

async function printWhole() {
  await drawAll();
  window.print();
}

const HINT_ID = "print-hint";

export function PrintHint() {
  const t = useTranslations("reports.print");
  return (
    <p id={HINT_ID} className="text-ink-faint text-sm print:hidden">
      {t("hint")}
    </p>
  );
}

/** On paper: days, programme, merchant, branch, and who printed it when. */
export function PrintedScope({
  range,
  compared = null,
  query,
  hasBranches = true,
}: {
  range: DayRange;
  compared?: Report["compared"];
  query: Pick<ReportQuery, "merchantId" | "branchId">;
  hasBranches?: boolean;
}) {
  const t = useTranslations("reports");
  const nameOf = useNameOf();
  const rangeName = useRangeName();
  const { user, merchant: own } = useMe();
  const { data } = useReportChoices();
  const [printedAt, setPrintedAt] = useState<string>();
  useEffect(() => {
    const note = () => flushSync(() => setPrintedAt(new Date().toISOString()));
    window.addEventListener("beforeprint", note);
    return () => window.removeEventListener("beforeprint", note);
  }, []);
  const named = data?.merchants.find(({ id }) => id === query.merchantId);
  const merchant = named ?? (own !== null && own.id === query.merchantId ? own : undefined);
  const branch = data?.branches.find(({ id }) => id === query.branchId);
  const said: [string, ReactNode][] = [
    ...(data === undefined
      ? []
      : ([[t("print.programme"), nameOf(data.programme)]] as [string, ReactNode][])),
    [t("days"), rangeName(range)],
    ...(compared === null ? [] : ([[t("compare.label"), rangeName(compared)]] as [string, ReactNode][])),
    [t("merchant"), merchant === undefined ? t("allMerchants") : nameOf(merchant)],
    ...(hasBranches
      ? ([[t("branch"), branch === undefined ? t("allBranches") : nameOf(branch)]] as [string, ReactNode][])
      : []),
    [t("print.by"), user.name],
    ...(printedAt === undefined
      ? []
      : ([[t("print.at"), <DateTime key="at" value={printedAt} />]] as [string, ReactNode][])),
  ];
  return (
    <dl className="hidden grid-cols-[auto_1fr] gap-x-4 print:grid">
      {said.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-soft">{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
