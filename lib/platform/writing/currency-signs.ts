import type { Language } from "../language";

/** Signs that both languages write alike. */
const BOTH = {
  ...{
    BRL: "R$",
    CAD: "CA$",
    CNY: "CN¥",
    EUR: "€",
    HKD: "HK$",
    ILS: "₪",
    INR: "₹",
    JPY: "JP¥",
    KRW: "₩",
    MXN: "MX$",
  },
  ...{
    NZD: "NZ$",
    TWD: "NT$",
    USD: "US$",
    VND: "₫",
    XAF: "FCFA",
    XCD: "EC$",
    XOF: "F\u202fCFA",
    XPF: "CFPF",
  },
} as const;

const SIGNS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { ...BOTH, AUD: "A$", GBP: "£", PHP: "₱" },
  ar: {
    ...BOTH,
    ...{
      AED: "د.إ.",
      AUD: "AU$",
      BHD: "د.ب.",
      DZD: "د.ج.",
      EGP: "ج.م.",
      GBP: "UK£",
      IQD: "د.ع.",
      JOD: "د.أ.",
    },
    ...{
      KWD: "د.ك.",
      LBP: "ل.ل.",
      LYD: "د.ل.",
      MAD: "د.م.",
      MRU: "أ.م.",
      OMR: "ر.ع.",
      QAR: "ر.ق.",
      SAR: "ر.س.",
    },
    ...{ SDG: "ج.س.", SYP: "ل.س.", THB: "฿", TND: "د.ت.", YER: "ر.ي." },
  },
};

/** The sign of a currency, without blanks or marks of direction; its code where the language has none. */
export function currencySign(currency: string, language: Language): string {
  return SIGNS[language][currency] ?? currency;
}
