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

let country: string | undefined;

/** The programme's country: as its settings say, and in a browser as the page does (`data-country`). */
export function programmeCountry(): string {
  if (country === undefined && typeof document !== "undefined")
    return document.documentElement.dataset.country ?? DEFAULT_COUNTRY;
  return country ?? DEFAULT_COUNTRY;
}

/** From now on this process reads what is written without a country as this country's. */
export function setProgrammeCountry(code: string): void {
  country = code;
}
