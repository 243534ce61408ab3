import { toLatinDigits } from "@/lib/platform/digits";

export interface Place {
  latitude: number | null;
  longitude: number | null;
}

const NUMBER = "([+-]?\\d{1,3}(?:\\.\\d+)?)";
const PLACE = new RegExp(`^\\(?${NUMBER}°?[\\s,;،]+${NUMBER}°?\\)?$`);

/** Two numbers as maps copy them, "30.044420, 31.235712"; nothing typed is no place, `undefined` is no two numbers. */
export function parsePlace(text: string): Place | undefined {
  const typed = toLatinDigits(text).replaceAll("٫", ".").trim();
  if (typed === "") return { latitude: null, longitude: null };
  const match = PLACE.exec(typed);
  if (!match) return undefined;
  const latitude = Number(match[1]);
  const longitude = Number(match[2]);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
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
