"use client";

import { createContext, useContext } from "react";

/** Square pictures that a map is put together from, as the operator has set them (MAP_TILES_URL). */
export interface MapTiles {
  /** With {z}, {x} and {y}, and {s} where the host has several names. */
  url: string;
  /** Credit of the tiles: text, and links as [name](address). */
  attribution: string;
}

/** Given by the shell; null: maps show the outline that ships with the service. */
export const MapTilesContext = createContext<MapTiles | null>(null);

export function useMapTiles(): MapTiles | null {
  return useContext(MapTilesContext);
}
