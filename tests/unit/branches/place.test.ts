import { describe, expect, test } from "vitest";
import { isFarAway, mapAddress, parsePlace, placeText } from "@/components/branches/place";

describe("a place that is typed", () => {
  test.each([
    ["30.044420, 31.235712", 30.04442, 31.235712],
    ["  30.04442 31.235712 ", 30.04442, 31.235712],
    ["٣٠٫٠٤٤٤٢، ٣١٫٢٣٥٧١٢", 30.04442, 31.235712],
    ["(-33.9, 18.4)", -33.9, 18.4],
    ["30.5°, 31°", 30.5, 31],
  ])("as %s is understood", (text, latitude, longitude) => {
    expect(parsePlace(text)).toEqual({ latitude, longitude });
  });

  test.each(["30.04", "91, 31", "30, 181", "north, east", "30,04442", "1, 2, 3"])(
    "as %s is refused, or is not what it may have meant",
    (text) => {
      const place = parsePlace(text);
      if (place !== undefined) expect(isFarAway(place)).toBe(true);
    },
  );

  test("is none when nothing is typed", () => {
    expect(parsePlace("  ")).toEqual({ latitude: null, longitude: null });
    expect(mapAddress({ latitude: null, longitude: null })).toBeNull();
    expect(placeText({ latitude: null, longitude: null })).toBe("");
  });

  test("reads the same when it is written down again", () => {
    const place = { latitude: 31.2001, longitude: 29.9187 };
    expect(parsePlace(placeText(place))).toEqual(place);
    expect(mapAddress(place)).toContain("31.2001%2C29.9187");
  });
});

test("a place is far away outside of Egypt only", () => {
  for (const [latitude, longitude] of [
    [30.0444, 31.2357],
    [24.0889, 32.8998],
    [31.5, 25.1],
  ])
    expect(isFarAway({ latitude: latitude ?? null, longitude: longitude ?? null })).toBe(false);
  expect(isFarAway({ latitude: 48.85, longitude: 2.35 })).toBe(true);
  expect(isFarAway({ latitude: 35.2357, longitude: 24.0444 })).toBe(true);
});
