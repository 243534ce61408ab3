import { programmeWide } from "./programme-wide";

/** Currencies whose smallest unit is no hundredth (ISO 4217): digits after the point. */
const DECIMALS: Readonly<Record<string, number>> = {
  ...{ BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3 },
  ...{ BIF: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0, RWF: 0 },
  ...{ UGX: 0, UYI: 0, VND: 0, VUV: 0, XAF: 0, XOF: 0, XPF: 0 },
};

const DEFAULT_CURRENCY = "EGP";

const held = programmeWide<string>("currency");

/** Digits after the point of amounts in a currency, by default the programme's. */
export function decimalsOf(code: string = programmeCurrency()): number {
  return DECIMALS[code] ?? 2;
}

/** The programme's currency: as its settings say, and in a browser as the page does (`data-currency`). */
export function programmeCurrency(): string {
  const currency = held.get();
  if (currency === undefined && typeof document !== "undefined")
    return document.documentElement.dataset.currency ?? DEFAULT_CURRENCY;
  return currency ?? DEFAULT_CURRENCY;
}

/** From now on this process counts money in this currency's smallest unit. */
export function setProgrammeCurrency(code: string): void {
  held.set(code);
}
