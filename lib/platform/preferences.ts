import { CALENDARS, type Calendar, DENSITIES, type Density, THEMES, type Theme } from "./appearance";
import { LANGUAGES, type Language } from "./language";

/** Each choice is a cookie, so that the first byte of a page is already right: no flash, no shift. */
export const PREFERENCE_COOKIES = {
  language: "points.language",
  theme: "points.theme",
  density: "points.density",
  calendar: "points.calendar",
} as const;

export interface Preferences {
  language: Language;
  theme: Theme;
  density: Density;
  calendar: Calendar;
}

/**
 * The locale of dates, numbers and sorting. Arabic is written with Latin digits, as on Egyptian tills, receipts and
 * banking apps, and as in the codes and mobile numbers beside them; typed Arabic-Indic digits are understood everywhere.
 */
export const INTL_LOCALE = { en: "en-GB", ar: "ar-EG-u-nu-latn" } as const satisfies Record<Language, string>;

export const DIRECTION = { en: "ltr", ar: "rtl" } as const satisfies Record<Language, "ltr" | "rtl">;

/** The choices that cookies hold; what they do not hold, or hold wrongly, falls back. */
export function readPreferences(
  cookie: (name: string) => string | undefined,
  fallbackLanguage: Language,
): Preferences {
  return {
    language: oneOf(LANGUAGES, cookie(PREFERENCE_COOKIES.language)) ?? fallbackLanguage,
    theme: oneOf(THEMES, cookie(PREFERENCE_COOKIES.theme)) ?? "system",
    density: oneOf(DENSITIES, cookie(PREFERENCE_COOKIES.density)) ?? "comfortable",
    calendar: oneOf(CALENDARS, cookie(PREFERENCE_COOKIES.calendar)) ?? "gregorian",
  };
}

function oneOf<Value extends string>(
  values: readonly Value[],
  candidate: string | undefined,
): Value | undefined {
  return values.find((value) => value === candidate);
}
