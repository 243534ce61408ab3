import { describe, expect, test } from "vitest";
import formatMessage from "@/lib/portal/format-message";

type Format = (key: string, message: unknown, values: object, options: object) => unknown;

/** Texts as the build parses them. */
const write = (message: unknown, values: object, locale = "en-GB") =>
  (formatMessage as unknown as Format)("a.text", message, values, { locale, formatters: {}, cache: {} });

const ARABIC = "ar-EG-u-nu-latn";
const ASKED = ["Asked by ", ["name"], " at ", ["branch"]];

describe("a value within a sentence", () => {
  test("of the other direction keeps its own, one of the same direction is left as it is", () => {
    expect(write(ASKED, { name: "منى", branch: "Maadi" })).toBe("Asked by \u2068منى\u2069 at Maadi");
    expect(write(ASKED, { name: "منى", branch: "Maadi" }, ARABIC)).toBe("Asked by منى at \u2068Maadi\u2069");
  });

  test("is isolated where a sentence from right to left would turn its figures around", () => {
    const said = ["إلى ", ["value"]];
    expect(write(said, { value: "+201001234567" }, ARABIC)).toBe("إلى \u2068+201001234567\u2069");
    expect(write(said, { value: "0100 123 4567" }, ARABIC)).toBe("إلى \u20680100 123 4567\u2069");
    expect(write(said, { value: "1,250" }, ARABIC)).toBe("إلى 1,250");
    expect(write(said, { value: "\u200f35\u00a0ج.م.\u200f" }, ARABIC)).toBe("إلى \u200f35\u00a0ج.م.\u200f");
  });

  test("that was isolated before is so once, and one that chooses a form chooses it", () => {
    expect(write(ASKED, { name: "\u2068Mona\u2069", branch: "3" }, ARABIC)).toBe(
      "Asked by \u2068Mona\u2069 at 3",
    );
    const chosen = [["kind", 1, { sale: "بيع", other: ["غير ", ["kind"]] }]];
    expect(write(chosen, { kind: "sale" }, ARABIC)).toBe("بيع");
  });
});

test("counts are written by the portal's own words, whatever Intl of the device says", () => {
  const counted = [["count", 2, { one: "نقطة", few: [0, " نقاط"], other: [["count", 4], " نقطة"] }]];
  expect(write(counted, { count: 5 }, ARABIC)).toBe("5 نقاط");
  expect(write(counted, { count: 1_250 }, ARABIC)).toBe("1,250 نقطة");
});
