import { toLatinDigits } from "@/lib/platform/digits";

export interface Place {
  latitude: number | null;
  longitude: number | null;
}

const NUMBER = "([+-]?\\d{1,3}(?:\\.\\d+)?)";
const PLACE = new RegExp(`^\\(?${NUMBER}°?[\\s,;،]+${NUMBER}°?\\)?$`);

/** An angle as maps and receivers write it: degrees, minutes and seconds, or decimal degrees, with the letter of its side of the earth. */
const SIDE = "([NSEWnsew])";
const ANGLE =
  "(\\d{1,3}(?:\\.\\d+)?)\\s*[°º]?(?:\\s*(\\d{1,2}(?:\\.\\d+)?)\\s*['′’])?(?:\\s*(\\d{1,2}(?:\\.\\d+)?)\\s*(?:[\"″”]|''))?";
const ANGLE_AND_SIDE = new RegExp(`${SIDE}\\s*${ANGLE}|${ANGLE}\\s*${SIDE}`, "g");

/** "30°05'16.5\"N 31°14'08.6\"E", in either order and with the letters before or behind; undefined for anything else. */
function parseDegrees(text: string): Place | undefined {
  const angles = [...text.matchAll(ANGLE_AND_SIDE)].map((match) => {
    const [, before, ...rest] = match;
    const [degrees, minutes, seconds] = before === undefined ? rest.slice(3) : rest;
    const side = (before ?? rest[6] ?? "").toUpperCase();
    const angle = Number(degrees) + Number(minutes ?? 0) / 60 + Number(seconds ?? 0) / 3600;
    return {
      side,
      angle: "SW".includes(side) ? -angle : angle,
      isWhole: Number(minutes ?? 0) < 60 && Number(seconds ?? 0) < 60,
    };
  });
  const isAll = text.replace(ANGLE_AND_SIDE, "").replace(/[\s,;،]/g, "") === "";
  const latitude = angles.find(({ side }) => "NS".includes(side));
  const longitude = angles.find(({ side }) => "EW".includes(side));
  if (!isAll || angles.length !== 2 || !latitude?.isWhole || !longitude?.isWhole) return undefined;
  return placeAt(String(latitude.angle), String(longitude.angle));
}

/** Two numbers as maps copy them, "30.044420, 31.235712"; nothing typed is no place, `undefined` is no two numbers. */
export function parsePlace(text: string): Place | undefined {
  const typed = toLatinDigits(text).replaceAll("٫", ".").trim();
  if (typed === "") return { latitude: null, longitude: null };
  const match = PLACE.exec(typed);
  return match === null ? parseDegrees(typed) : placeAt(match[1], match[2]);
}

/** Degrees in digits, to six decimals as they are kept; undefined for what is nowhere. */
function placeAt(latitudeText: string | undefined, longitudeText: string | undefined): Place | undefined {
  const latitude = Number(Number(latitudeText).toFixed(6));
  const longitude = Number(Number(longitudeText).toFixed(6));
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

const DEGREES = "(-?\\d{1,3}(?:\\.\\d+)?)";
const PAIR = `${DEGREES}(?:,|%2C)(?:\\s|\\+|%20)*${DEGREES}`;
/** Where links of maps name a place, the most exact first: a pin before what is in the middle of the picture. */
const PLACES_IN_LINKS = [
  // Google: the place that is shown, a place by its numbers, a search, the middle of the map.
  new RegExp(`!3d${DEGREES}!4d${DEGREES}`),
  new RegExp(`[?&](?:q|query|ll|coordinate|destination|daddr|center|sll)=(?:loc:)?${PAIR}`),
  // OpenStreetMap: the marker, then the middle of the map.
  new RegExp(`[?&]mlat=${DEGREES}&mlon=${DEGREES}`),
  new RegExp(`#map=[\\d.]+/${DEGREES}/${DEGREES}`),
  new RegExp(`/(?:place|search|dir)/(?:[^/]*/)?${PAIR}`),
  new RegExp(`/@${PAIR}`),
];
const GEO = new RegExp(`^geo:${DEGREES},${DEGREES}`);
const SHORT_LINK = /^https?:\/\/(?:maps\.app\.goo\.gl|goo\.gl|osm\.org\/go|maps\.apple\/p)\b/;
const LINK = /(?:https?:\/\/|geo:)\S+/i;

/**
 * The place that a link of a map leads to: of Google, Apple or OpenStreetMap, or a `geo:` address (RFC 5870), alone or in a shared text.
 * "short" for one that only its maker can resolve; undefined for what is no link, or names no place.
 */
export function placeOfLink(text: string): Place | "short" | undefined {
  const link = LINK.exec(toLatinDigits(text))?.[0];
  if (link === undefined) return undefined;
  if (SHORT_LINK.test(link)) return "short";
  // Android's "geo:0,0?q=30.04,31.23(Name)" means what is sought.
  for (const pattern of link.startsWith("geo:0,0?") ? PLACES_IN_LINKS : [GEO, ...PLACES_IN_LINKS]) {
    const match = pattern.exec(link);
    const place = match && placeAt(match[1], match[2]);
    if (place) return place;
  }
  return undefined;
}

export function placeText({ latitude, longitude }: Place): string {
  return latitude === null || longitude === null ? "" : `${latitude}, ${longitude}`;
}

/** Around Egypt, where the programme's branches are: a place far from it is most often two numbers in the wrong order. */
const HOME = { south: 21.5, north: 32, west: 24.5, east: 37.5 } as const;

export function isFarAway({ latitude, longitude }: Place): boolean {
  if (latitude === null || longitude === null) return false;
  return latitude < HOME.south || latitude > HOME.north || longitude < HOME.west || longitude > HOME.east;
}

/** The place on a map, in whatever the device opens maps with; null when it is not known. */
export function mapAddress({ latitude, longitude }: Place): string | null {
  if (latitude === null || longitude === null) return null;
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${latitude},${longitude}`)}`;
}
