import { describe, expect, test } from "vitest";
import { isFarAway, mapAddress, parsePlace, placeOfLink, placeText } from "@/components/branches/place";

describe("a place that is typed", () => {
  test.each([
    ["30.044420, 31.235712", 30.04442, 31.235712],
    ["  30.04442 31.235712 ", 30.04442, 31.235712],
    ["٣٠٫٠٤٤٤٢، ٣١٫٢٣٥٧١٢", 30.04442, 31.235712],
    ["(-33.9, 18.4)", -33.9, 18.4],
    ["30.5°, 31°", 30.5, 31],
    [`30°05'16.5"N 31°14'08.6"E`, 30.087917, 31.235722],
    ["30°05′16.5″ N, 31°14′08.6″ E", 30.087917, 31.235722],
    [`٣٠°٠٥'١٦٫٥"N ٣١°١٤'٠٨٫٦"E`, 30.087917, 31.235722],
    ["N 30.0444° E 31.2357°", 30.0444, 31.2357],
    ["31.2357 E, 30.0444 N", 30.0444, 31.2357],
    [`33°55'00"S 18°25'00"E`, -33.916667, 18.416667],
  ])("as %s is understood", (text, latitude, longitude) => {
    expect(parsePlace(text)).toEqual({ latitude, longitude });
  });

  test.each([
    "30.04",
    "91, 31",
    "30, 181",
    "north, east",
    "30,04442",
    "1, 2, 3",
    "30°75'00\"N 31°14'00\"E",
    "30°N 31°N",
    "Cairo 30°N 31°E",
  ])("as %s is refused, or is not what it may have meant", (text) => {
    const place = parsePlace(text);
    if (place !== undefined) expect(isFarAway(place)).toBe(true);
  });

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

describe("a link of a map", () => {
  test.each([
    "https://www.google.com/maps/@30.0444,31.2357,15z",
    "https://www.google.com/maps/place/Tahrir/@30.1,31.1,17z/data=!3m1!4b1!4m6!3m5!8m2!3d30.0444!4d31.2357!16s",
    "https://www.google.com/maps/search/?api=1&query=30.0444%2C31.2357",
    "https://www.google.com/maps/search/30.0444,+31.2357",
    "https://maps.google.com/?q=30.0444,31.2357",
    "https://maps.google.com/?q=loc:30.0444,31.2357&z=9",
    "https://maps.apple.com/?ll=30.0444,31.2357&q=Branch",
    "https://maps.apple.com/place?coordinate=30.0444,31.2357&name=Branch",
    "https://www.openstreetmap.org/?mlat=30.0444&mlon=31.2357#map=16/30.1/31.1",
    "https://www.openstreetmap.org/#map=16/30.0444/31.2357",
    "geo:30.0444,31.2357;u=35",
    "geo:0,0?q=30.0444,31.2357(Branch)",
    "Our branch: https://maps.google.com/?q=٣٠.0444,31.2357 see you",
  ])("is understood: %s", (text) => {
    expect(placeOfLink(text)).toEqual({ latitude: 30.0444, longitude: 31.2357 });
  });

  test("that only its maker can resolve is told apart, and one without a place is none", () => {
    expect(placeOfLink("https://maps.app.goo.gl/AbC123")).toBe("short");
    expect(placeOfLink("https://goo.gl/maps/AbC123")).toBe("short");
    for (const text of [
      "https://www.google.com/maps",
      "https://maps.google.com/?q=95.1,31.2",
      "30.0444, 31.2357",
      "",
    ])
      expect(placeOfLink(text)).toBeUndefined();
  });

  test("gives no more digits than are kept", () => {
    expect(placeOfLink("geo:30.04442012345,31.23571298765")).toEqual({
      latitude: 30.04442,
      longitude: 31.235713,
    });
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
