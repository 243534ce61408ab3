import type { Language } from "../language";
import { hijriDay } from "../time";

const WORDS: Readonly<Record<Language, { months: readonly string[]; era: string }>> = {
  en: {
    months: [
      ...["Muharram", "Safar", "Rabiʻ I", "Rabiʻ II", "Jumada I", "Jumada II"],
      ...["Rajab", "Shaʻban", "Ramadan", "Shawwal", "Dhuʻl-Qiʻdah", "Dhuʻl-Hijjah"],
    ],
    era: "AH",
  },
  ar: {
    months: [
      ...["محرم", "صفر", "ربيع الأول", "ربيع الآخر", "جمادى الأولى", "جمادى الآخرة"],
      ...["رجب", "شعبان", "رمضان", "شوال", "ذو القعدة", "ذو الحجة"],
    ],
    era: "هـ",
  },
};

/** The day of the instant in the zone by the Umm al-Qura calendar. */
export function writeHijri(instant: Date, language: Language, zone: string): string {
  const { day, month, year } = hijriDay(instant, zone);
  const { months, era } = WORDS[language];
  return `${day} ${months[month - 1]} ${year} ${era}`;
}
