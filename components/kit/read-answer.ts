import { type $ZodType, type output, safeParse } from "zod/v4/core";
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
