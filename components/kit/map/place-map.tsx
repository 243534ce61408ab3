"use client";

import { Crosshair } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Notice } from "@/components/ui/notice";
import { useLanguage } from "@/components/ui/use-language";
import type { DrawnMap, MapPin, MapPlace } from "./draw-map";
import { useMapTiles } from "./tiles";

export type { MapPin, MapPlace };

export interface PlaceMapProps {
  /** Text for screen readers. */
  label: string;
  pins: readonly MapPin[];
  /** A pin was pressed. */
  onPick?: ((id: number) => void) | undefined;
  /** A pin that is movable can be dragged, moved by the arrow keys, and put where the map is pressed. */
  onMove?: ((place: MapPlace) => void) | undefined;
  className?: string;
}

/**
 * Places on a map: on tiles where the operator has set some, otherwise on an outline of the country. The library comes when the map
 * comes into view.
 */
export function PlaceMap(props: PlaceMapProps) {
  const t = useTranslations("map");
  const { box, state, retry, middle } = useDrawnMap(props);
  const { pins, onMove, className } = props;
  const hasMovable = pins.some((pin) => pin.isMovable);
  return (
    <div className={className}>
      <div
        ref={box}
        dir="ltr"
        data-testid="place-map"
        data-state={state}
        className={cx(
          "place-map relative isolate h-80 overflow-hidden rounded-xl border border-line bg-sunken",
          state === "failed" && "hidden",
        )}
      />
      {state === "failed" && (
        <Notice kind="warning">
          <span className="flex flex-wrap items-center gap-3">
            {t("failed")}
            <Button size="small" onPress={retry}>
              {t("tryAgain")}
            </Button>
          </span>
        </Notice>
      )}
      {onMove && state === "drawn" && (
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="min-w-0 flex-1 basis-48 text-ink-faint text-sm">
            {hasMovable ? t("movableHint") : t("emptyHint")}
          </p>
          <Button
            size="small"
            icon={Crosshair}
            onPress={() => {
              const place = middle();
              if (place) onMove(place);
            }}
          >
            {hasMovable ? t("bringHere") : t("putHere")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Draws the map into `box`; anew in another language, and after `retry`. */
function useDrawnMap({ label, pins, onPick, onMove }: PlaceMapProps) {
  const t = useTranslations("map");
  const tiles = useMapTiles();
  const language = useLanguage();
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnMap | null>(null);
  const [state, setState] = useState<"waiting" | "drawn" | "failed">("waiting");
  const [attempt, setAttempt] = useState(0);
  const isMovable = onMove !== undefined;
  const pick = useEffectEvent((id: number) => onPick?.(id));
  const move = useEffectEvent((place: MapPlace) => onMove?.(place));
  const draw = useEffectEvent((element: HTMLDivElement, { drawMap }: typeof import("./draw-map")) =>
    drawMap(element, {
      tiles,
      language,
      pins,
      texts: {
        label,
        zoomIn: t("zoomIn"),
        zoomOut: t("zoomOut"),
        outline: t("outline"),
        movable: t("movable"),
      },
      isPickable: onPick !== undefined,
      onPick: pick,
      onMove: isMovable ? move : undefined,
    }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language or attempt draws it anew.
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let isGone = false;
    const observer = new IntersectionObserver((seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      import("./draw-map").then(
        (library) => {
          if (isGone) return;
          drawn.current = draw(element, library);
          setState("drawn");
        },
        () => !isGone && setState("failed"),
      );
    });
    observer.observe(element);
    return () => {
      isGone = true;
      observer.disconnect();
      drawn.current?.remove();
      drawn.current = null;
    };
  }, [language, isMovable, attempt]);
  // By what they are: whoever shows a map makes the list of its pins anew each time.
  const shown = JSON.stringify(pins);
  useEffect(() => drawn.current?.show(JSON.parse(shown)), [shown]);
  const retry = () => {
    setState("waiting");
    setAttempt(attempt + 1);
  };
  return { box, state, retry, middle: () => drawn.current?.middle() };
}
