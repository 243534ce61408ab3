import type { Bilingual } from "@/lib/contract/language";

/** What the browser itself finds out, beside the codes of the server. */
export type LocalErrorCode = "offline" | "unreadable";

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
    return this.status === 0 || this.status >= 500;
  }
}

export const OFFLINE_TEXTS = {
  en: "There is no connection to the service",
  ar: "لا يوجد اتصال بالخدمة",
} as const satisfies Bilingual;

export const UNREADABLE_TEXTS = {
  en: "The service gave an answer that cannot be read",
  ar: "أجابت الخدمة برد لا يمكن قراءته",
} as const satisfies Bilingual;

/** The error as it is, or a {@link PortalError} for anything else that was thrown. */
export function toPortalError(thrown: unknown): PortalError {
  return thrown instanceof PortalError
    ? thrown
    : new PortalError({ code: "unreadable", texts: UNREADABLE_TEXTS });
}
