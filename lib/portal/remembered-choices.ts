import type { Language } from "@/lib/platform/language";
import { PREFERENCE_COOKIES } from "@/lib/platform/preferences";
import { readPreferences, savePreferences } from "@/lib/portal/session/preferences";
import { choiceCookie } from "./cookies";

/**
 * The `Set-Cookie` lines that bring a user's choices from other devices to this one at sign-in. A language chosen on
 * the sign-in page replaces the remembered one.
 */
export async function rememberedChoices(userId: number, language: Language | undefined): Promise<string[]> {
  if (language !== undefined) await savePreferences(userId, { language });
  const preferences = Object.entries(await readPreferences(userId)) as [
    keyof typeof PREFERENCE_COOKIES,
    string | undefined,
  ][];
  return preferences.flatMap(([name, value]) =>
    value === undefined ? [] : [choiceCookie(PREFERENCE_COOKIES[name], value)],
  );
}
