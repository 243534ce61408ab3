import type { KeptKind } from "@/lib/platform/database/tables";
import { type Bilingual, words } from "@/lib/platform/language";

interface Kind {
  name: Bilingual;
  /** Days: at first, and the bounds of the setting. 0 keeps the kind for as long as the customer is one. */
  days: number;
  least: number;
  most: number;
}

/** Kinds of personal data that a job removes, each with its own setting. */
export const RETENTION_KINDS = {
  walletViews: {
    name: words("Looks at customers", "سجل الاطلاع على العملاء"),
    days: 400,
    least: 90,
    most: 3_650,
  },
  apiRequests: { name: words("Requests of API clients", "طلبات أنظمة الربط"), days: 7, least: 1, most: 7 },
  webhookDeliveries: {
    name: words("Events that were sent", "الأحداث المُرسلة"),
    days: 30,
    least: 1,
    most: 365,
  },
  importLines: {
    name: words("Refused lines of imports", "سطور الاستيراد المرفوضة"),
    days: 30,
    least: 1,
    most: 365,
  },
  reportFiles: { name: words("Files of reports", "ملفات التقارير"), days: 7, least: 1, most: 7 },
  privacyRequests: {
    name: words("Answered requests about data", "طلبات البيانات التي رُدّ عليها"),
    ...{ days: 1_095, least: 365, most: 3_650 },
  },
  closedCustomers: {
    ...{ name: words("Customers of closed wallets", "عملاء الحسابات المغلقة"), days: 0 },
    ...{ least: 0, most: 3_650 },
  },
} as const satisfies Record<KeptKind | "closedCustomers", Kind>;
export type RetentionKind = keyof typeof RETENTION_KINDS;
export const RETENTION_KIND_NAMES = Object.keys(RETENTION_KINDS) as RetentionKind[];

/** Kinds of requests that people make about their data. */
export const REQUEST_KINDS = {
  file: words("A copy of the data", "نسخة من البيانات"),
  correct: words("A correction", "تصحيح البيانات"),
  erase: words("Erasure", "حذف البيانات"),
  withdraw: words("Withdrawal of consent", "سحب الموافقة"),
  other: words("Another question", "طلب آخر"),
} as const satisfies Record<string, Bilingual>;
export type RequestKind = keyof typeof REQUEST_KINDS;
export const REQUEST_KIND_NAMES = Object.keys(REQUEST_KINDS) as RequestKind[];

export const REQUEST_ANSWERS = {
  done: words("Done", "تم التنفيذ"),
  refused: words("Refused, with the reason", "مرفوض مع ذكر السبب"),
  none: words("No data of the person is held", "لا توجد بيانات لصاحب الطلب"),
} as const satisfies Record<string, Bilingual>;
export type RequestAnswer = keyof typeof REQUEST_ANSWERS;
export const REQUEST_ANSWER_NAMES = Object.keys(REQUEST_ANSWERS) as RequestAnswer[];

/** A breach is told to the authority within so many hours of its discovery. */
export const BREACH_HOURS = 72;

/** A page that prints, or what machines read. */
export const PAPER_FORMATS = ["html", "json"] as const;
export type PaperFormat = (typeof PAPER_FORMATS)[number];
