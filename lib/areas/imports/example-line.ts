import type { Language } from "@/lib/platform/language";

/** The code of the customer in the template's one line. A line that still has it is the example, and makes no wallet. */
export const EXAMPLE_CODES: Readonly<Record<Language, string>> = {
  en: "EXAMPLE-DELETE-THIS-LINE",
  ar: "مثال-احذف-هذا-السطر",
};

export function isExampleCode(walletCode: string | null): boolean {
  return Object.values(EXAMPLE_CODES).some((code) => code === walletCode);
}
