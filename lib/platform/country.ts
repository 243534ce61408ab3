/** The country of numbers and ids that are written without one, unless the programme's settings name another (rules.md §3). */
export const DEFAULT_COUNTRY = "EG";

let country: string = DEFAULT_COUNTRY;

/** The programme's country: ISO 3166, two letters. */
export function programmeCountry(): string {
  return country;
}

/** From now on this process (or this page) reads what is written without a country as this country's. */
export function setProgrammeCountry(code: string): void {
  country = code;
}
