import { describe, expect, test } from "vitest";
import { newCouponNumber } from "@/lib/ledger/with/coupons/number";
import { standingOfCoupon, validityOf } from "@/lib/ledger/with/coupons/words";
import {
  COUPON_ALPHABET,
  checkCharacter,
  printedCouponNumber,
  readCouponNumber,
} from "@/lib/platform/coupon-number";
import { formatLocalDate } from "@/lib/platform/time";

describe("a coupon's number", () => {
  const numbers = Array.from({ length: 500 }, newCouponNumber);

  test("is 16 characters without look-alikes, another one each time", () => {
    for (const number of numbers) expect(/^[2-9A-HJ-NP-Z]{16}$/.test(number)).toBe(true);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test("is read as it is printed, in lower case and with blanks", () => {
    for (const number of numbers.slice(0, 20)) {
      expect(readCouponNumber(printedCouponNumber(number))).toBe(number);
      expect(readCouponNumber(` ${number.toLowerCase().slice(0, 8)} ${number.slice(8)}`)).toBe(number);
    }
  });

  test("is not read with any one character wrong", () => {
    const [number = ""] = numbers;
    for (const [place, right] of [...number].entries())
      for (const wrong of COUPON_ALPHABET) {
        const typed = number.slice(0, place) + wrong + number.slice(place + 1);
        expect(readCouponNumber(typed)).toBe(wrong === right ? number : null);
      }
  });

  test("is found out when two neighbours are exchanged, but for one pair in a thousand", () => {
    let missed = 0;
    let tried = 0;
    for (const one of COUPON_ALPHABET)
      for (const other of COUPON_ALPHABET)
        if (one !== other) {
          tried += 1;
          if (checkCharacter(`AAAA${one}${other}`) === checkCharacter(`AAAA${other}${one}`)) missed += 1;
        }
    expect(missed / tried).toBeLessThan(0.003);
  });

  test("of another length, with O or 0, or of nothing is none", () => {
    for (const text of ["", "7KQ2M4XB9TZ3HRW", "7KQ2M4XB9TZ3HRWQQ", "OKQ2M4XB9TZ3HRWQ", "0KQ2M4XB9TZ3HRWQ"])
      expect(readCouponNumber(text)).toBe(null);
  });
});

describe("the days of a coupon", () => {
  const template = { validFrom: null, validUntil: null, validDays: null };

  test("are the template's, and end so many days after the day of issue if that is sooner", () => {
    expect(validityOf(template, "2026-11-25")).toEqual({ validFrom: null, validUntil: null });
    expect(validityOf({ ...template, validDays: 30 }, "2026-11-25").validUntil).toBe("2026-12-25");
    const ending = { ...template, validDays: 30, validUntil: "2026-12-01" };
    expect(validityOf(ending, "2026-11-25").validUntil).toBe("2026-12-01");
  });

  test("count from the first day where that is still to come, over daylight saving and leap years", () => {
    const later = { validFrom: "2027-01-01", validUntil: null, validDays: 10 };
    expect(validityOf(later, "2026-11-25")).toEqual({ validFrom: "2027-01-01", validUntil: "2027-01-11" });
    expect(validityOf({ ...template, validDays: 1 }, "2026-04-23").validUntil).toBe("2026-04-24");
    expect(validityOf({ ...template, validDays: 1 }, "2028-02-28").validUntil).toBe("2028-02-29");
  });

  test("last through both of an hour that comes twice at the end of a month", () => {
    const today = (instant: string) => formatLocalDate(new Date(instant), "Africa/Cairo");
    const { validUntil } = validityOf({ ...template, validDays: 10 }, "2030-10-21");
    const standingAt = (instant: string) => standingOfCoupon({ state: "issued", validUntil }, today(instant));
    expect(standingAt("2030-10-31T20:30:00Z")).toBe("issued");
    expect(standingAt("2030-10-31T21:59:59.999Z")).toBe("issued");
    expect(standingAt("2030-10-31T22:00:00Z")).toBe("lapsed");
    expect(validityOf({ ...template, validDays: 1 }, today("2030-10-31T21:30:00Z")).validUntil).toBe(
      "2030-11-01",
    );
  });

  test("are over after the last one, for an issued coupon only", () => {
    const coupon = { state: "issued", validUntil: "2026-11-25" } as const;
    expect(standingOfCoupon(coupon, "2026-11-25")).toBe("issued");
    expect(standingOfCoupon(coupon, "2026-11-26")).toBe("lapsed");
    expect(standingOfCoupon({ ...coupon, state: "used" }, "2026-11-26")).toBe("used");
    expect(standingOfCoupon({ ...coupon, validUntil: null }, "2099-01-01")).toBe("issued");
  });
});
