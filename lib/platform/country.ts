import { programmeWide } from "./programme-wide";

/** Countries that a programme can be in: ISO 3166, two letters. */
export const COUNTRIES = [
  "EG",
  "SA",
  "AE",
  "KW",
  "QA",
  "BH",
  "OM",
  "JO",
  "IQ",
  "LB",
  "PS",
  "SY",
  "YE",
  "SD",
  "LY",
  "TN",
  "DZ",
  "MA",
  "MR",
  "SO",
  "DJ",
] as const;

/** The country of numbers and ids that are written without one, unless the programme's settings name another (rules.md §3). */
const DEFAULT_COUNTRY = "EG";

const held = programmeWide<string>("country");

/** The programme's country: as its settings say, and in a browser as the page does (`data-country`). */
export function programmeCountry(): string {
  const country = held.get();
  if (country === undefined && typeof document !== "undefined")
    return document.documentElement.dataset.country ?? DEFAULT_COUNTRY;
  return country ?? DEFAULT_COUNTRY;
}

/** From now on this process reads what is written without a country as this country's. */
export function setProgrammeCountry(code: string): void {
  held.set(code);
}
