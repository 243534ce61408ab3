import { afterEach, expect, test } from "vitest";
import { offlineCode } from "@/components/till/offline-code";
import { setProgrammeCountry } from "@/lib/platform/country";

afterEach(() => setProgrammeCountry("EG"));

const CASES = {
  EG: { mobile: ["01012345678", "+201012345678", "٠١٠١٢٣٤٥٦٧٨", "+966512345678"], none: ["0101234567"] },
  SA: { mobile: ["0512345678", "512345678", "+966512345678", "+201012345678"], none: ["051234567"] },
  KW: { mobile: ["51234567", "+96551234567"], none: ["+9655123456"] },
} as const;

test.each(Object.entries(CASES))(
  "without a connection a whole number of %s is a customer's, and a part of one no code",
  (country, { mobile, none }) => {
    setProgrammeCountry(country);
    expect(mobile.map(offlineCode)).toEqual(mobile.map(() => "mobile"));
    expect(none.map(offlineCode)).toEqual(none.map(() => null));
    expect(["100001", "F7-12", "Mona", "Mona Adel 7"].map(offlineCode)).toEqual(["code", "code", null, null]);
  },
);
