import { ERROR_CODES, type ErrorCode } from "@/lib/ledger/rules/errors";
import { inLanguage, type Language } from "@/lib/platform/language";
import { ERRORS } from "@/lib/points-api/errors";

/** Advice of the pages about a code, beside its text. */
export interface ErrorNotes {
  code: number;
  cause: string;
  cashier: string;
}

/** Whether the same request may be sent again: at once or after `Retry-After`, when its reason has ended, or never. */
export type Repetition = "repeat" | "later" | "never";

const SECTION = /^### (\d{4})\n+Cause: (.+)\n+Cashier: (.+)$/gm;
const LABELS = {
  text: { en: "Text", ar: "النص" },
  status: { en: "HTTP", ar: "HTTP" },
  cause: { en: "Cause", ar: "السبب" },
  cashier: { en: "For the cashier", ar: "للكاشير" },
  again: { en: "Send again?", ar: "هل يعاد الإرسال؟" },
  repeat: {
    en: "Yes: the same request with the same reference, after `Retry-After` where it is sent",
    ar: "نعم: الطلب نفسه بالرقم المرجعي نفسه، بعد `Retry-After` إن وُجدت",
  },
  later: {
    en: "Not by itself. When the reason has ended the same request may be sent, with the same reference",
    ar: "ليس تلقائيًا. عند زوال السبب يمكن إرسال الطلب نفسه بالرقم المرجعي نفسه",
  },
  never: {
    en: "No: the answer stays the same until the request or the wallet is another",
    ar: "لا: تبقى الإجابة كما هي ما لم يتغير الطلب أو حساب النقاط",
  },
} as const;
const LATER: ReadonlySet<number> = new Set([1312, 1703, 1704]);

/** Derived from the HTTP status, but for what a person has to wait for. */
export function repetitionOf(code: ErrorCode): Repetition {
  const { status } = ERRORS[code] as { status: number };
  if (status === 429 || status >= 500) return "repeat";
  return LATER.has(code) ? "later" : "never";
}

/** The notes that a page has, one section for each code. */
export function readErrorNotes(markdown: string): ErrorNotes[] {
  return [...markdown.matchAll(SECTION)].map(([, code, cause = "", cashier = ""]) => ({
    code: Number(code),
    cause,
    cashier,
  }));
}

/** Makes of each `### 1301` with its notes a section that has the service's own text, status and advice. Codes that the service does not have are left out. */
export function errorSections(markdown: string, language: Language): string {
  return markdown.replace(SECTION, (_, digits: string, cause: string, cashier: string) => {
    const code = ERROR_CODES.find((known) => known === Number(digits));
    return code === undefined ? "" : sectionOf(code, { cause, cashier }, language);
  });
}

function sectionOf(
  code: ErrorCode,
  { cause, cashier }: { cause: string; cashier: string },
  language: Language,
): string {
  const { en, ar, status } = ERRORS[code];
  const label = (name: keyof typeof LABELS) => LABELS[name][language];
  const httpStatus = code === 1007 ? "404, 405" : String(status);
  return [
    `### ${code} · ${inLanguage({ en, ar }, language)} {#e${code}}`,
    "",
    cause,
    "",
    `- **${label("status")}:** ${httpStatus}`,
    `- **${label("text")}:** [[en:${en}]] · [[ar:${ar}]]`,
    `- **${label("cashier")}:** ${cashier}`,
    `- **${label("again")}** ${label(repetitionOf(code))}`,
    "",
  ].join("\n");
}
