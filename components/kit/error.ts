import type { Bilingual } from "@/lib/platform/language";

/**
 * The browser's own codes, beside those of the server: `offline` no answer came, `unreadable` one came that is none, `outdated` one of a newer release than the page. Of an operation:
 * `not_sent` it was not even tried, `never` it was tried, did not happen and cannot any more.
 */
export type LocalErrorCode = "offline" | "unreadable" | "outdated" | "not_sent" | "never";

interface PortalErrorInit {
  /** A code of the portal, of the interface as text (such as "1301"), or a {@link LocalErrorCode}. */
  code: string;
  texts: Bilingual;
  status?: number;
  fields?: Readonly<Record<string, Bilingual>> | undefined;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
}

/** A request of the portal that did not succeed, with the server's words in both languages. */
export class PortalError extends Error {
  override readonly name = "PortalError";
  readonly code: string;
  readonly texts: Bilingual;
  /** 0 when no answer came. */
  readonly status: number;
  readonly fields: Readonly<Record<string, Bilingual>>;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor({ code, texts, status = 0, fields = {}, requestId, retryAfterSeconds }: PortalErrorInit) {
    super(texts.en);
    this.code = code;
    this.texts = texts;
    this.status = status;
    this.fields = fields;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** True when it is unknown whether the server did what it was asked: the answer was lost or is none of its own. */
  get isOutcomeUnknown(): boolean {
    if (this.code === "not_sent" || this.code === "never") return false;
    return this.status === 0 || this.status >= 500;
  }
}

export const OFFLINE_TEXTS = {
  en: "No connection",
  ar: "لا يوجد اتصال بالخدمة",
} as const satisfies Bilingual;

export const UNREADABLE_TEXTS = {
  en: "The points service is not available",
  ar: "خدمة النقاط غير متاحة",
} as const satisfies Bilingual;

export const NEEDS_CONNECTION_TEXTS = {
  en: "No connection. Nothing was sent. Do it when the connection is back",
  ar: "لا يوجد اتصال، ولم يُرسل شيء. نفّذ العملية عند عودة الاتصال",
} as const satisfies Bilingual;

export const UNANSWERED_TEXTS = {
  en: "Not sent yet: the service could not record this sale. We keep trying",
  ar: "لم تُرسل بعد: تعذّر على الخدمة تسجيل هذه العملية، وتستمر المحاولة",
} as const satisfies Bilingual;

export const NOT_KEPT_TEXTS = {
  en: "This device could not write the operation down, so it was not sent. Free some space on the device and try again",
  ar: "تعذّر حفظ العملية على هذا الجهاز، لذلك لم تُرسل. وفّر مساحة على الجهاز ثم حاول مرة أخرى",
} as const satisfies Bilingual;

export const NEVER_TEXTS = {
  en: "This did not go through. You can do it again",
  ar: "لم تتم العملية. يمكنك تكرارها",
} as const satisfies Bilingual;

const NOT_FOUND_TEXTS = {
  en: "This no longer exists",
  ar: "هذا العنصر لم يعد موجودًا",
} as const satisfies Bilingual;

/** The error as it is, or a {@link PortalError} for anything else that was thrown. */
export function toPortalError(thrown: unknown): PortalError {
  return thrown instanceof PortalError
    ? thrown
    : new PortalError({ code: "unreadable", texts: UNREADABLE_TEXTS });
}

/** The record, if the server's answer has it; PortalError `not_found` when it is no longer there. */
export function required<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new PortalError({ code: "not_found", texts: NOT_FOUND_TEXTS });
  return found;
}
