import "leaflet/dist/leaflet.css";
import "./map.css";
import * as Leaflet from "leaflet";
import type { Language } from "@/lib/platform/language";
import { attributionParts } from "./attribution";
import outline from "./outline.json";
import type { MapTiles } from "./tiles";

/** Degrees, to six decimals: a tenth of a metre. */
export interface MapPlace {
  latitude: number;
  longitude: number;
}

export interface MapPin extends MapPlace {
  id: number;
  /** Name of the place. */
  name: string;
  /** Not in use or not chosen: shown paler. */
  isFaint?: boolean;
  isMovable?: boolean;
}

export interface MapOptions {
  tiles: MapTiles | null;
  language: Language;
  pins: readonly MapPin[];
  texts: { label: string; zoomIn: string; zoomOut: string; outline: string; movable: string };
  isPickable: boolean;
  onPick: (id: number) => void;
  onMove: ((place: MapPlace) => void) | undefined;
}

export interface DrawnMap {
  /** Shows these pins in place of those before. */
  show(pins: readonly MapPin[]): void;
  /** Place in the middle of the map. */
  middle(): MapPlace;
  remove(): void;
}

const EGYPT: Leaflet.LatLngBoundsLiteral = [
  [22, 24.7],
  [31.7, 36.9],
];
/** As near as tiles are drawn everywhere, and as an outline still says something. */
const ZOOM_MAX = { tiles: 19, outline: 16 };
/** How near the map goes by itself. */
const ZOOM_FIRST_MAX = { tiles: 15, outline: 9 };
/** How far an arrow key moves a pin, and with Shift. */
const STEP_PIXELS = 12;
const SMALL_STEP_PIXELS = 1;

/** Draws a map into `element`. Its words are given, and nothing that is given becomes markup. */
export function drawMap(element: HTMLElement, options: MapOptions): DrawnMap {
  const { tiles, texts } = options;
  const kind = tiles === null ? "outline" : "tiles";
  const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const map = Leaflet.map(element, {
    zoomControl: false,
    attributionControl: false,
    scrollWheelZoom: false,
    maxZoom: ZOOM_MAX[kind],
    minZoom: 3,
    // Tiles are drawn for whole steps.
    zoomSnap: tiles === null ? 0.5 : 1,
    worldCopyJump: true,
    ...(isCalm && { zoomAnimation: false, fadeAnimation: false, markerZoomAnimation: false, inertia: false }),
  });
  element.setAttribute("role", "region");
  element.setAttribute("aria-label", texts.label);
  drawFrame(map, options);
  // The wheel scrolls the page until the map is being used.
  map.on("focus", () => map.scrollWheelZoom.enable());
  map.on("blur", () => map.scrollWheelZoom.disable());
  const { onMove } = options;
  if (onMove) map.on("click", ({ latlng }) => onMove(placeOf(latlng)));
  const layer = Leaflet.layerGroup().addTo(map);
  const markers = new Map<number, Leaflet.Marker>();
  const show = (pins: readonly MapPin[]) => {
    const wanted = new Set(pins.map(({ id }) => id));
    for (const [id, marker] of markers)
      if (!wanted.has(id)) {
        marker.remove();
        markers.delete(id);
      }
    for (const pin of pins) {
      const known = markers.get(pin.id);
      // A pin that stays keeps its element, and with it the keyboard.
      if (known) known.setLatLng(pointOf(pin));
      const marker = known ?? drawPin(pin, { ...options, map, layer });
      markers.set(pin.id, marker);
      describe(marker, pin, texts);
    }
  };
  // Leaflet makes nothing of a pin before the map shows a place.
  lookAt(map, options.pins, ZOOM_FIRST_MAX[kind]);
  show(options.pins);
  let shownIds = idsOf(options.pins);
  const observer = new ResizeObserver(() => map.invalidateSize());
  observer.observe(element);
  return {
    show: (pins) => {
      show(pins);
      const ids = idsOf(pins);
      const [pin] = pins;
      if (ids !== shownIds && !options.onMove) lookAt(map, pins, ZOOM_FIRST_MAX[kind]);
      else if (pin?.isMovable && !map.getBounds().contains(pointOf(pin))) map.panTo(pointOf(pin));
      shownIds = ids;
    },
    middle: () => placeOf(map.getCenter()),
    remove: () => {
      observer.disconnect();
      map.remove();
    },
  };
}

/** Background, scale, buttons and credit. */
function drawFrame(map: Leaflet.Map, { tiles, language, texts }: MapOptions): void {
  const isRtl = language === "ar";
  Leaflet.control
    .zoom({
      position: isRtl ? "topright" : "topleft",
      zoomInTitle: texts.zoomIn,
      zoomOutTitle: texts.zoomOut,
    })
    .addTo(map);
  Leaflet.control.scale({ imperial: false, position: isRtl ? "bottomright" : "bottomleft" }).addTo(map);
  if (tiles === null) drawOutline(map, language);
  else
    Leaflet.tileLayer(tiles.url, {
      maxZoom: ZOOM_MAX.tiles,
      // Operators of tiles want to know who shows them; which page it is concerns nobody.
      referrerPolicy: "strict-origin",
    }).addTo(map);
  credit(map, { text: tiles?.attribution ?? texts.outline, isRtl });
}

function idsOf(pins: readonly MapPin[]): string {
  return pins.map(({ id }) => id).join();
}

function pointOf({ latitude, longitude }: MapPlace): Leaflet.LatLngTuple {
  return [latitude, longitude];
}

function placeOf(point: Leaflet.LatLng): MapPlace {
  const { lat, lng } = point.wrap();
  return { latitude: Number(lat.toFixed(6)), longitude: Number(lng.toFixed(6)) };
}

function lookAt(map: Leaflet.Map, pins: readonly MapPin[], maxZoom: number): void {
  if (pins.length === 0) map.fitBounds(EGYPT);
  else map.fitBounds(Leaflet.latLngBounds(pins.map(pointOf)), { maxZoom, padding: [36, 44] });
}

function drawPin(
  pin: MapPin,
  { map, layer, isPickable, onPick, onMove }: MapOptions & { map: Leaflet.Map; layer: Leaflet.LayerGroup },
): Leaflet.Marker {
  const isMovable = pin.isMovable === true && onMove !== undefined;
  const marker = Leaflet.marker(pointOf(pin), {
    icon: Leaflet.divIcon({
      html: pinShape(),
      className: "map-pin",
      iconSize: [32, 40],
      iconAnchor: [16, 38],
      tooltipAnchor: [0, -34],
    }),
    draggable: isMovable,
    autoPan: true,
    keyboard: isMovable || isPickable,
    interactive: true,
    riseOnHover: true,
  });
  marker.addTo(layer);
  marker.bindTooltip("", { direction: "top" });
  if (isPickable) {
    marker.on("click", () => onPick(pin.id));
    marker.getElement()?.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      onPick(pin.id);
    });
  }
  if (!isMovable) return marker;
  marker.on("dragend", () => onMove(placeOf(marker.getLatLng())));
  marker.getElement()?.addEventListener("keydown", (event) => {
    const direction = DIRECTIONS[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const step = event.shiftKey ? SMALL_STEP_PIXELS : STEP_PIXELS;
    const point = map.latLngToContainerPoint(marker.getLatLng());
    const moved = map.containerPointToLatLng(point.add([direction[0] * step, direction[1] * step]));
    marker.setLatLng(moved);
    onMove(placeOf(moved));
  });
  return marker;
}

const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

function describe(marker: Leaflet.Marker, pin: MapPin, texts: MapOptions["texts"]): void {
  const title = document.createElement("span");
  title.dir = "auto";
  title.textContent = pin.name;
  marker.setTooltipContent(title);
  const element = marker.getElement();
  if (!element) return;
  element.classList.toggle("map-pin-faint", pin.isFaint === true);
  if (!element.hasAttribute("role")) element.setAttribute("role", "img");
  element.setAttribute("aria-label", pin.isMovable ? `${pin.name}: ${texts.movable}` : pin.name);
}

const SVG = "http://www.w3.org/2000/svg";

function pinShape(): HTMLElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 32 40");
  svg.setAttribute("aria-hidden", "true");
  const drop = document.createElementNS(SVG, "path");
  drop.setAttribute("d", "M16 38C16 38 28 24 28 14.5A12 12 0 1 0 4 14.5C4 24 16 38 16 38Z");
  const dot = document.createElementNS(SVG, "circle");
  for (const [attribute, value] of Object.entries({ cx: "16", cy: "14.5", r: "4.5" }))
    dot.setAttribute(attribute, value);
  svg.append(drop, dot);
  // Typed as an HTML element, which Leaflet only appends.
  return svg as unknown as HTMLElement;
}

/** The country, its neighbours, and its large towns by name. */
function drawOutline(map: Leaflet.Map, language: Language): void {
  Leaflet.geoJSON(outline as unknown as GeoJSON.FeatureCollection, {
    interactive: false,
    filter: ({ geometry }) => geometry.type !== "Point",
    style: (feature) => ({
      className: feature?.properties?.isHome ? "map-home" : "map-land",
      weight: 1,
    }),
  }).addTo(map);
  const towns = Leaflet.layerGroup(
    outline.features.flatMap(({ geometry, properties }) => {
      if (geometry.type !== "Point" || !("en" in properties)) return [];
      const [longitude, latitude] = geometry.coordinates as unknown as [number, number];
      const label = document.createElement("span");
      label.textContent = properties[language] ?? "";
      label.setAttribute("aria-hidden", "true");
      return Leaflet.marker([latitude, longitude], {
        icon: Leaflet.divIcon({ html: label, className: "map-town", iconSize: [0, 0] }),
        interactive: false,
        keyboard: false,
        zIndexOffset: -1_000,
      });
    }),
  );
  const show = () => (map.getZoom() >= 6 ? towns.addTo(map) : towns.remove());
  map.on("zoomend", show);
}

/** Credit of the background. */
function credit(map: Leaflet.Map, { text, isRtl }: { text: string; isRtl: boolean }): void {
  if (text === "") return;
  const Credit = Leaflet.Control.extend({
    onAdd: () => {
      const line = Leaflet.DomUtil.create("p", "map-credit");
      line.dir = "auto";
      for (const { text: words, href } of attributionParts(text)) {
        if (href === null) {
          line.append(words);
          continue;
        }
        const link = document.createElement("a");
        link.href = href;
        link.target = "_blank";
        link.rel = "noreferrer";
        link.textContent = words;
        line.append(link);
      }
      Leaflet.DomEvent.disableClickPropagation(line);
      return line;
    },
  });
  new Credit({ position: isRtl ? "bottomleft" : "bottomright" }).addTo(map);
}
