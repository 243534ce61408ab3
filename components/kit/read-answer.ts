import { type $ZodType, type output, safeParse } from "zod/v4/core";
import type { Bilingual } from "@/lib/platform/language";
import { portalErrorSchema } from "@/lib/portal/wire/errors";
import { PortalError, UNREADABLE_TEXTS } from "./error";

/** An answer of the portal's API, checked against the route's schema. Throws PortalError `unreadable` for any other. */
export function readAnswer<Schema extends $ZodType>(schema: Schema, answer: unknown): output<Schema> {
  const parsed = safeParse(schema, answer);
  if (!parsed.success) throw unreadable();
  return parsed.data;
}

/** The refusal in the server's words. */
export function readRefusal(answer: unknown, status: number): PortalError {
  const parsed = safeParse(portalErrorSchema, answer);
  if (!parsed.success) return unreadable();
  const { code, message, fields, requestId, retryAfterSeconds } = parsed.data.error;
  return new PortalError({ code, texts: message, status, fields, requestId, retryAfterSeconds });
}

/** An answer without meaning tells nothing of what was done, so it counts as none. */
function unreadable(): PortalError {
  return new PortalError({ code: "unreadable", texts: UNREADABLE_TEXTS });
}

const OUTDATED_TEXTS = {
  en: "The service was updated. Load the page again",
  ar: "تم تحديث الخدمة. أعد تحميل الصفحة",
} as const satisfies Bilingual;

/** An answer of a newer release than the page, in words that the page does not know. */
export function outdated(): PortalError {
  return new PortalError({ code: "outdated", texts: OUTDATED_TEXTS });
}
