import { env, type MapTiles } from "@/lib/platform/env";

/** Where the pages' maps get their background; null: from the outline that ships with the service. */
export function shownMapTiles(): MapTiles | null {
  return env().mapTiles ?? null;
}
