import type { MapPlace } from "./draw-map";
import outline from "./outline.json";

/** Part of the world that the outline has: south, west, north and east. */
const [SOUTH, WEST, NORTH, EAST] = [19, 20, 37.2, 42];
/** Coasts are simplified: a place so near to land, in degrees, is on land. */
const COAST = 0.04;
const DESERT_KM = 120;
const KM_OF_DEGREE = 111;

/** Why a place is hardly where a shop is: at sea, or far from every town of the outline; null for all others. Pure. */
export function doubtOf({ latitude, longitude }: MapPlace): "sea" | "desert" | null {
  if (latitude < SOUTH || latitude > NORTH || longitude < WEST || longitude > EAST) return null;
  const steps = [-COAST, 0, COAST];
  const isNearLand = steps.some((north) =>
    steps.some((east) => isIn(longitude + east, latitude + north, () => true)),
  );
  if (!isNearLand) return "sea";
  const isFar = outline.features.every(({ geometry }) => {
    if (geometry.type !== "Point") return true;
    const [east = 0, north = 0] = geometry.coordinates as number[];
    const width = (east - longitude) * Math.cos((latitude * Math.PI) / 180);
    return Math.hypot(width, north - latitude) * KM_OF_DEGREE > DESERT_KM;
  });
  // Towns are those of the country whose outline is drawn strong.
  return isFar && isIn(longitude, latitude, ({ isHome }) => isHome === true) ? "desert" : null;
}

interface Properties {
  isHome?: boolean;
}

function isIn(east: number, north: number, isMeant: (properties: Properties) => boolean): boolean {
  return outline.features.some(({ geometry, properties }) => {
    if (geometry.type === "Point" || !isMeant(properties as Properties)) return false;
    const shapes = (geometry.type === "Polygon"
      ? [geometry.coordinates]
      : geometry.coordinates) as unknown as number[][][][];
    return shapes.some(([border = [], ...holes]) => {
      const isWithin = crosses(border, east, north);
      return isWithin && !holes.some((hole) => crosses(hole, east, north));
    });
  });
}

/** Whether a point is within a ring: a line from it to the east crosses the border an odd number of times. */
function crosses(ring: readonly number[][], east: number, north: number): boolean {
  let isInside = false;
  ring.forEach(([x = 0, y = 0], place) => {
    const [beforeX = 0, beforeY = 0] = ring[(place + ring.length - 1) % ring.length] ?? [];
    const isBetween = y > north !== beforeY > north;
    if (isBetween && east < ((beforeX - x) * (north - y)) / (beforeY - y) + x) isInside = !isInside;
  });
  return isInside;
}
