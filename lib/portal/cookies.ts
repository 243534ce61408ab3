import { env } from "@/lib/platform/env";
import { languageOf } from "@/lib/platform/http/language";
import type { Language } from "@/lib/platform/language";
import { readPreferences } from "@/lib/platform/preferences";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The branch that was chosen last on this device. */
export const BRANCH_COOKIE = "points.branch";

/** A `Set-Cookie` line for a choice that is remembered on this device for a year; nothing secret. */
export function choiceCookie(name: string, value: string): string {
  const secure = env().publicUrl?.startsWith("https://") ? "; Secure" : "";
  return `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
}

/** The value of one cookie of a request; undefined when it was not sent. */
export function readCookie(headers: Headers, name: string): string | undefined {
  for (const pair of (headers.get("cookie") ?? "").split(";")) {
    const [key = "", ...value] = pair.trim().split("=");
    if (key === name) return value.join("=");
  }
  return undefined;
}

/** The branch that the request's cookie names, for the session to check; undefined for anything that is no id. */
export function chosenBranchId(headers: Headers): number | undefined {
  const value = readCookie(headers, BRANCH_COOKIE);
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

/** The language of the page that sent the request. */
export function languageOfRequest(headers: Headers): Language {
  const { language } = readPreferences(
    (name) => readCookie(headers, name),
    languageOf(headers.get("accept-language") ?? undefined),
  );
  return language;
}
