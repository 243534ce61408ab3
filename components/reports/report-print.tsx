"use client";

import { Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useNameOf } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import type { Report, ReportQuery } from "@/lib/areas/reports/schemas";
import { useRangeName } from "./day-name";
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

/** On paper, what the filters say on the screen. */
export function PrintedScope({ report, query }: { report: Report; query: ReportQuery }) {
  const t = useTranslations("reports");
  const nameOf = useNameOf();
  const rangeName = useRangeName();
  const { data } = useReportChoices();
  const merchant = data?.merchants.find(({ id }) => id === query.merchantId);
  const branch = data?.branches.find(({ id }) => id === query.branchId);
  const said = [
    [t("days"), rangeName(report.range)],
    ...(report.compared === null ? [] : [[t("compare.label"), rangeName(report.compared)]]),
    ...(merchant === undefined ? [] : [[t("merchant"), nameOf(merchant)]]),
    [t("branch"), branch === undefined ? t("allBranches") : nameOf(branch)],
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
