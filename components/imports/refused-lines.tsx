"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { askPages } from "@/components/kit/contract";
import { PagedList } from "@/components/kit/paged-list";
import { useInLanguage } from "@/components/kit/use-language";
import { Code } from "@/components/ui/format";
import { EmptyState } from "@/components/ui/states";
import { type Column, figureColumn, Table } from "@/components/ui/table";
import { imports as api } from "@/lib/areas/imports/contract";
import type { RefusedLines as Answer } from "@/lib/areas/imports/schemas";
import { IMPORT_COLUMN_NAMES } from "@/lib/areas/imports/words";

type Line = Answer["lines"][number];

/** The refused lines of a file, part by part: which customer, and everything that has to be put right. */
export function RefusedLines({ importId }: { importId: number }) {
  const t = useTranslations("wallets.desk.imports");
  const query = useInfiniteQuery(askPages(api.refused, { params: { importId } }));
  const columns: Column<Line>[] = [
    figureColumn("line", t("line"), ({ line }) => line),
    {
      id: "customer",
      header: t("customer"),
      isText: true,
      cell: ({ name, mobile }) => (
        <span className="grid">
          {name !== "" && <bdi>{name}</bdi>}
          {mobile !== "" && <Code className="text-ink-soft text-sm">{mobile}</Code>}
        </span>
      ),
    },
    {
      id: "problems",
      header: t("problems"),
      isText: true,
      cell: ({ problems }) => (
        <ul className="grid gap-1.5">
          {problems.map((problem) => (
            <Problem key={`${problem.column} ${problem.text.en}`} problem={problem} />
          ))}
        </ul>
      ),
    },
  ];
  return (
    <PagedList
      query={query}
      rows={query.data?.pages.flatMap((page) => page.lines)}
      empty={<EmptyState title={t("refusedForgotten")}>{t("refusedForgottenText")}</EmptyState>}
    >
      {(lines) => (
        <Table label={t("refusedTable")} columns={columns} rows={lines} rowKey={({ line }) => line} />
      )}
    </PagedList>
  );
}

function Problem({ problem: { column, value, text } }: { problem: Line["problems"][number] }) {
  const inLanguage = useInLanguage();
  return (
    <li>
      {column !== null && (
        <span className="block font-medium">
          {inLanguage(IMPORT_COLUMN_NAMES[column])}
          {value !== "" && (
            <>
              {": "}
              <bdi className="text-danger">{value}</bdi>
            </>
          )}
        </span>
      )}
      {inLanguage(text)}
    </li>
  );
}
