import type { Sought } from "@/lib/areas/wallets/shown-schemas";
import { toLatinDigits } from "@/lib/platform/digits";

/** Known facts of a customer without a wallet: the text that was typed to find one. */
export interface NewCustomer {
  mobile: string;
  name: string;
}

/** The customer whom a person has looked for; null when it was a receipt, or too little to be anybody. */
export function newCustomerOf(sought: Sought, text: string): NewCustomer | null {
  switch (sought) {
    case "mobile":
    case "number":
      return { mobile: text, name: "" };
    case "name":
      return { mobile: "", name: text };
    case "code":
      return { mobile: "", name: "" };
    case "receipt":
    case "short":
      return null;
  }
}

const DAY_FIRST = /^(\d{1,2})[/.\s-]+(\d{1,2})[/.\s-]+(\d{4})$/;
const YEAR_FIRST = /^(\d{4})[/.\s-]+(\d{1,2})[/.\s-]+(\d{1,2})$/;

/** An ISO date of what people type for one, the day first or the year; any other text stays as it is, for the form to refuse. */
export function isoDayOf(typed: string): string {
  const text = toLatinDigits(typed).trim();
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst !== null) return isoOf(dayFirst[3], dayFirst[2], dayFirst[1]);
  const yearFirst = YEAR_FIRST.exec(text);
  return yearFirst === null ? text : isoOf(yearFirst[1], yearFirst[2], yearFirst[3]);
}

function isoOf(year = "", month = "", day = ""): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}
