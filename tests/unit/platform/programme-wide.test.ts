import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type * as BrandModule from "@/lib/platform/brand";
import type * as CountryModule from "@/lib/platform/country";
import type * as CurrencyModule from "@/lib/platform/currency";

interface Bundle {
  brand: typeof BrandModule;
  country: typeof CountryModule;
  currency: typeof CurrencyModule;
}

/** The modules as another bundle of the same process has them: loaded once more. */
async function bundle(): Promise<Bundle> {
  vi.resetModules();
  const [brand, country, currency] = await Promise.all([
    import("@/lib/platform/brand"),
    import("@/lib/platform/country"),
    import("@/lib/platform/currency"),
  ]);
  return { brand, country, currency };
}

let one: Bundle;
let other: Bundle;
let before: { brand: BrandModule.Brand | null; country: string; currency: string };

beforeAll(async () => {
  one = await bundle();
  other = await bundle();
  before = {
    brand: one.brand.programmeBrand(),
    country: one.country.programmeCountry(),
    currency: one.currency.programmeCurrency(),
  };
});
afterAll(() => {
  one.brand.setProgrammeBrand(before.brand ?? { ...one.brand.UNNAMED, logo: null });
  one.country.setProgrammeCountry(before.country);
  one.currency.setProgrammeCurrency(before.currency);
});

test("name, logo, country and currency that one bundle reads are those of every bundle of the process", () => {
  expect(one.brand).not.toBe(other.brand);
  const logo = { hash: "0".repeat(64), width: 80, height: 64 };
  one.brand.setProgrammeBrand({ nameEn: "Bean Club", nameAr: "نادي البن", logo });
  one.country.setProgrammeCountry("KW");
  one.currency.setProgrammeCurrency("KWD");
  expect(other.brand.ownName("ar")).toBe("نادي البن");
  expect(other.brand.programmeBrand()?.logo).toEqual(logo);
  expect(other.country.programmeCountry()).toBe("KW");
  expect(other.currency.decimalsOf()).toBe(3);
});
