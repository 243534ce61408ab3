import type { Language } from "../language";
import { wallClockAt } from "../time";

/** Which parts of an instant are written, and how. Months are words: figures are read in another order in each language. */
export interface DateStyle {
  weekday?: "long" | "short";
  day?: "numeric";
  month?: "long" | "short";
  year?: "numeric";
  /** `2-digit` pads; an hour without minutes is padded in English. */
  hour?: "numeric" | "2-digit";
  minute?: "2-digit";
  second?: "2-digit";
  /** By default the page's. */
  timeZone?: string;
}

interface Words {
  months: readonly string[];
  monthsShort: readonly string[];
  /** From Sunday on. */
  weekdays: readonly string[];
  weekdaysShort: readonly string[];
}

const ARABIC_MONTHS = [
  ...["يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو"],
  ...["يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"],
];
const ARABIC_DAYS = ["الأحد", "الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت"];

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    months: [
      ...["January", "February", "March", "April", "May", "June"],
      ...["July", "August", "September", "October", "November", "December"],
    ],
    monthsShort: [
      ...["Jan", "Feb", "Mar", "Apr", "May", "Jun"],
      ...["Jul", "Aug", "Sept", "Oct", "Nov", "Dec"],
    ],
    weekdays: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
    weekdaysShort: ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"],
  },
  ar: {
    months: ARABIC_MONTHS,
    monthsShort: ARABIC_MONTHS,
    weekdays: ARABIC_DAYS,
    weekdaysShort: ARABIC_DAYS,
  },
};

const COMMA = { en: ", ", ar: "، " } as const satisfies Record<Language, string>;

/** An instant by the clocks of a time zone: 24 hours in English, morning and evening in Arabic. */
export function writeDate(instant: Date, language: Language, zone: string, style: DateStyle): string {
  const wall = wallClockAt(instant.getTime(), style.timeZone ?? zone);
  const parts = [dateOf(wall, language, style), timeOf(wall, language, style)];
  return parts.filter((part) => part !== "").join(COMMA[language]);
}

function dateOf(wall: Date, language: Language, style: DateStyle): string {
  const words = WORDS[language];
  const months = style.month === "long" ? words.months : words.monthsShort;
  const date = [
    style.day && String(wall.getUTCDate()),
    style.month && months[wall.getUTCMonth()],
    style.year && String(wall.getUTCFullYear()),
  ]
    .filter((part) => part !== undefined)
    .join(" ");
  if (style.weekday === undefined) return date;
  const weekday = (style.weekday === "long" ? words.weekdays : words.weekdaysShort)[wall.getUTCDay()] ?? "";
  if (date === "") return weekday;
  return `${weekday}${language === "en" && style.year === undefined ? " " : COMMA[language]}${date}`;
}

function timeOf(wall: Date, language: Language, style: DateStyle): string {
  if (style.hour === undefined) return "";
  const two = (value: number) => String(value).padStart(2, "0");
  const hour = language === "ar" ? wall.getUTCHours() % 12 || 12 : wall.getUTCHours();
  const isPadded = style.hour === "2-digit" || (language === "en" && style.minute === undefined);
  const minute = style.minute === undefined ? "" : `:${two(wall.getUTCMinutes())}`;
  const second = style.second === undefined ? "" : `:${two(wall.getUTCSeconds())}`;
  const half = language === "en" ? "" : wall.getUTCHours() < 12 ? " ص" : " م";
  return `${isPadded ? two(hour) : hour}${minute}${second}${half}`;
}
