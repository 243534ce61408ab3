"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { type Column, Table } from "@/components/ui/table";
import { useFormatter } from "@/components/ui/use-formatter";
import type { Bilingual } from "@/lib/platform/language";
import type { AgreedFile, FileQuestion } from "@/lib/portal/wire/files";
import { LeftOutColumns, leftOutOf } from "./left-out-columns";
import { useInLanguage } from "./use-language";

interface FileMatchingProps {
  question: FileQuestion;
  /** Fields that a column may hold, with their names. */
  names: Readonly<Record<string, Bilingual>>;
  isPending: boolean;
  onAgree: (agreed: AgreedFile) => void;
}

const IGNORED = "";

/**
 * Asks about a file: the letters of its names, the fields of its columns, the order of its days.
 * Everything is proposed but the order of days, which nothing in the file settles.
 */
export function FileMatching({ question, ...rest }: FileMatchingProps) {
  // Another sheet has other columns: choices about those of before are no answers.
  const key = JSON.stringify([question.headers, question.sheets, question.hidden]);
  return question.sheets || question.hidden ? (
    <WorkbookParts key={key} question={question} {...rest} />
  ) : (
    <ColumnMatching key={key} question={question} {...rest} />
  );
}

type WorkbookPartsProps = Omit<FileMatchingProps, "names">;

/** Asks which sheet of a workbook is read, and whether its hidden rows and columns are. Columns are asked about after that. */
function WorkbookParts({ question: { sheets, hidden, workbook }, isPending, onAgree }: WorkbookPartsProps) {
  const t = useTranslations("files");
  const [sheet, setSheet] = useState(sheets?.[0]);
  const [choice, setChoice] = useState<AgreedFile["hidden"]>();
  const isOpen = !!hidden && choice === undefined;
  return (
    <section className="grid gap-4" aria-label={t("title")}>
      <h4 className="font-semibold">{t("title")}</h4>
      {sheets && sheet !== undefined && (
        <RadioGroup
          label={t("sheet")}
          value={sheet}
          onChange={setSheet}
          options={sheets.map((name) => ({ id: name, label: name }))}
        />
      )}
      {hidden && (
        <RadioGroup
          label={t("hidden", hidden)}
          value={choice ?? null}
          onChange={setChoice}
          options={[
            { id: "leave", label: t("leaveHidden") },
            { id: "read", label: t("readHidden") },
          ]}
        />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="primary"
          isDisabled={isOpen}
          isPending={isPending}
          onPress={() =>
            onAgree({ ...workbook, ...(sheet !== undefined && { sheet }), ...(choice && { hidden: choice }) })
          }
        >
          {t("go")}
        </Button>
        <span role="status">{isOpen && t("hiddenFirst")}</span>
      </div>
    </section>
  );
}

function ColumnMatching({ question, names, isPending, onAgree }: FileMatchingProps) {
  const t = useTranslations("files");
  const inLanguage = useInLanguage();
  const [encoding, setEncoding] = useState(question.encodings?.[0]?.encoding);
  const [columns, setColumns] = useState(question.columns);
  const [dayOrders, setDayOrders] = useState<NonNullable<AgreedFile["dayOrders"]>>({});
  const days = question.days.filter(({ column }) => columns.includes(column));
  const [agreed, setAgreed] = useState<ReadonlySet<number>>(new Set());
  const leftOut = leftOutOf(question, columns, agreed);
  const isDayOpen = days.some(({ column }) => dayOrders[column] === undefined);
  const isOpen = isDayOpen || leftOut.length > 0;
  const read = (index: number, column: string) => setColumns(columns.with(index, column));
  return (
    <section className="grid gap-4" aria-label={t("title")}>
      <h4 className="font-semibold">{t("title")}</h4>
      <p className="text-ink-soft">{t("lead")}</p>
      {question.encodings && encoding && (
        <RadioGroup
          label={t("encoding")}
          value={encoding}
          onChange={setEncoding}
          options={question.encodings.map(({ encoding: id, names: spelled }) => ({
            id,
            label: t(id === "windows-1256" ? "arabic" : "latin", { names: spelled.join(" · ") }),
          }))}
        />
      )}
      <ColumnsTable {...{ question, names, columns }} onChange={setColumns} />
      <LeftOutColumns
        {...{ places: leftOut, question, names }}
        onRead={read}
        onLeave={(index) => setAgreed(new Set([...agreed, index]))}
      />
      {days.map(({ column, samples }) => (
        <DayOrder
          key={column}
          name={names[column] ? inLanguage(names[column]) : column}
          samples={samples}
          value={dayOrders[column]}
          onChange={(order) => setDayOrders({ ...dayOrders, [column]: order })}
        />
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="primary"
          isDisabled={isOpen}
          isPending={isPending}
          onPress={() => onAgree({ ...question.workbook, ...(encoding && { encoding }), columns, dayOrders })}
        >
          {t("go")}
        </Button>
        <span role="status">{isDayOpen ? t("incomplete") : leftOut.length > 0 && t("leftOutFirst")}</span>
      </div>
    </section>
  );
}

interface ColumnsTableProps extends Pick<FileMatchingProps, "question" | "names"> {
  /** The field that each column holds; null for none. */
  columns: FileQuestion["columns"];
  onChange: (columns: FileQuestion["columns"]) => void;
}

/** Each column of the file with its first cells, and the choice of what it holds. */
function ColumnsTable({ question, names, columns, onChange }: ColumnsTableProps) {
  const t = useTranslations("files");
  const inLanguage = useInLanguage();
  const options = [
    { id: IGNORED, label: t("ignored") },
    ...Object.entries(names).map(([id, name]) => ({ id, label: inLanguage(name) })),
  ];
  const headerOf = (index: number) => question.headers[index] || t("noHeader", { number: index + 1 });
  const shown: Column<number>[] = [
    { id: "column", header: t("column"), isText: true, cell: (index) => <bdi>{headerOf(index)}</bdi> },
    {
      id: "cells",
      header: t("cells"),
      isText: true,
      cell: (index) => (
        <ul className="text-ink-soft text-sm">
          {question.samples.map((cells, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: Lines of a file have no other name.
            <li key={line}>
              <bdi className="break-all">{cells[index] || "–"}</bdi>
            </li>
          ))}
        </ul>
      ),
    },
    {
      id: "means",
      header: t("means"),
      cell: (index) => (
        <Select
          label={t("meansOf", { name: headerOf(index) })}
          isLabelHidden
          options={options}
          value={columns[index] ?? IGNORED}
          onChange={(chosen) =>
            onChange(columns.map((column, at) => (at === index ? chosen || null : column)))
          }
        />
      ),
    },
  ];
  return (
    <Table
      label={t("title")}
      rows={question.headers.map((_, index) => index)}
      rowKey={(index) => index}
      columns={shown}
    />
  );
}

type Order = "day_first" | "month_first";

interface DayOrderProps {
  name: string;
  samples: FileQuestion["days"][number]["samples"];
  value: Order | undefined;
  onChange: (order: Order) => void;
}

/** The same cells as two days each, side by side. */
function DayOrder({ name, samples, value, onChange }: DayOrderProps) {
  const t = useTranslations("files");
  const format = useFormatter();
  const shown = (day: string) =>
    format.dateTime(new Date(`${day}T00:00:00Z`), {
      ...{ day: "numeric", month: "long", year: "numeric", timeZone: "UTC" },
    });
  const spelled = (key: "dayFirst" | "monthFirst") =>
    samples.map((sample) => t("sample", { text: sample.text, date: shown(sample[key]) })).join(" · ");
  return (
    <RadioGroup
      label={t("daysOf", { column: name })}
      value={value ?? null}
      onChange={onChange}
      options={[
        { id: "day_first", label: t("dayFirst", { samples: spelled("dayFirst") }) },
        { id: "month_first", label: t("monthFirst", { samples: spelled("monthFirst") }) },
      ]}
    />
  );
}
