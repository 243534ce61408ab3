import { fileHeaders } from "@/lib/platform/csv";
import { type Bilingual, inLanguage, type Language } from "@/lib/platform/language";
import { formatLocalMinute } from "@/lib/platform/time";
import { escapeHtml } from "@/lib/platform/writing/html";
import { writeNumber } from "@/lib/platform/writing/numbers";
import type { PaperFormat } from "./words";

type Cell = string | number | boolean | Date | Bilingual | null | undefined;

/** A table of a paper that is handed over: rows of plain values, by the names that machines read. */
export interface PaperSection {
  id: string;
  title: Bilingual;
  lead?: Bilingual;
  columns: Readonly<Record<string, Bilingual>>;
  rows: readonly Readonly<Record<string, Cell>>[];
  /** Columns of numbers that people add up or compare. */
  figures?: readonly string[];
}

/** A paper about customers' data, for people and for machines. */
export interface Paper {
  /** Part of the file's name. */
  name: string;
  title: Bilingual;
  madeAt: Date;
  /** Below the title. */
  lead?: Bilingual;
  /** Zone of the times; UTC where there is none. */
  zone?: string;
  sections: readonly PaperSection[];
}

/** The paper as a file: a page that prints, in one language, or JSON. */
export function paperResponse(paper: Paper, format: PaperFormat, language: Language): Response {
  const day = paper.madeAt.toISOString().slice(0, 10);
  const name = `${paper.name} ${day}`;
  return new Response(format === "html" ? paperHtml(paper, language) : paperJson(paper), {
    headers: fileHeaders({ name, plainName: name, extension: format }),
  });
}

function paperJson({ title, madeAt, sections }: Paper): string {
  const parts = sections.map(({ id, columns, rows }) => [
    id,
    rows.map((row) => Object.fromEntries(Object.keys(columns).map((key) => [key, row[key] ?? null]))),
  ]);
  return JSON.stringify({ title: title.en, madeAt, ...Object.fromEntries(parts) }, null, 2);
}

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}table{border-collapse:collapse;width:100%}
th,td{border:1px solid #bbb;padding:.3rem .5rem;text-align:start;vertical-align:top}th{background:#eee}h2{margin-top:2rem}td{overflow-wrap:anywhere}.figure{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}`;

function paperHtml({ title, madeAt, lead: below, zone, sections }: Paper, language: Language): string {
  const text = (value: Bilingual) => escapeHtml(inLanguage(value, language));
  const section = ({ title: of, lead, columns, rows, figures = [] }: PaperSection) => {
    const keys = Object.keys(columns);
    const isFigure = (key: string) => figures.includes(key);
    const cell = (key: string, value: Cell) =>
      isFigure(key) && typeof value === "number"
        ? `<td class="figure"><bdi>${writeNumber(value, language)}</bdi></td>`
        : `<td><bdi>${escapeHtml(shown(value, language))}</bdi></td>`;
    const head = keys.map(
      (key) =>
        `<th scope="col"${isFigure(key) ? ' class="figure"' : ""}>${text(columns[key] ?? NOTHING)}</th>`,
    );
    const body = rows.map((row) => `<tr>${keys.map((key) => cell(key, row[key])).join("")}</tr>`);
    return `<h2>${text(of)}</h2>${lead ? `<p>${text(lead)}</p>` : ""}${
      rows.length === 0
        ? `<p>${text(NOTHING)}</p>`
        : `<table><thead><tr>${head.join("")}</tr></thead><tbody>${body.join("")}</tbody></table>`
    }`;
  };
  return `<!doctype html><html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}"><head><meta charset="utf-8"><title>${text(title)}</title>
<style>${STYLE}</style></head><body><h1>${text(title)}</h1>${below ? `<p>${text(below)}</p>` : ""}<p><bdi>${
    zone === undefined ? shown(madeAt, language) : formatLocalMinute(madeAt, zone)
  }</bdi></p>${sections.map(section).join("")}</body></html>`;
}

const NOTHING: Bilingual = { en: "Nothing", ar: "لا شيء" };
const YES: Bilingual = { en: "Yes", ar: "نعم" };
const NO: Bilingual = { en: "No", ar: "لا" };

function shown(value: Cell, language: Language): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return inLanguage(value ? YES : NO, language);
  if (typeof value === "object" && "en" in value) return inLanguage(value, language);
  return value instanceof Date ? `${value.toISOString().slice(0, 16).replace("T", " ")} UTC` : String(value);
}
