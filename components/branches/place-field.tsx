"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { MapPlace } from "@/components/kit/map/draw-map";
import { PlaceMap } from "@/components/kit/map/place-map";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { type Place, parsePlace, placeOfLink, placeText } from "./place";

/** A typed text that is no place yet: the request's schema refuses its coordinates. */
const NO_PLACE: Place = { latitude: Number.NaN, longitude: Number.NaN };

/** Asks about a place where hardly a branch is. The outline comes with the map. */
function useDoubt(place: MapPlace | null) {
  const { data = null } = useQuery({
    queryKey: ["branches", "doubt", place?.latitude, place?.longitude],
    queryFn: async () => place && (await import("@/components/kit/map/doubtful-place")).doubtOf(place),
    enabled: place !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return place && data;
}

/** Where a branch is: two numbers, a pasted link of a map, or a pin on a map; all three say the same place. */
export function PlaceField({
  value: { latitude, longitude },
  name,
  onChange,
  errorMessage,
}: {
  value: Place;
  /** Of what is there. */
  name: string;
  onChange: (place: Place) => void;
  errorMessage: string | undefined;
}) {
  const t = useTranslations("branches");
  const [typed, setTyped] = useState("");
  // The text is the writer's own while it means the value; a value from elsewhere replaces it.
  const meant = parsePlace(typed) ?? NO_PLACE;
  const isMeant = Object.is(meant.latitude, latitude) && Object.is(meant.longitude, longitude);
  const isUnreadable = Number.isNaN(latitude) && (typed.includes(",") || errorMessage !== undefined);
  const isShortLink = Number.isNaN(latitude) && placeOfLink(typed) === "short";
  const isPlace = latitude !== null && longitude !== null && !Number.isNaN(latitude);
  const doubt = useDoubt(isPlace ? { latitude, longitude } : null);
  const change = (text: string) => {
    const linked = placeOfLink(text);
    const place = typeof linked === "object" ? linked : parsePlace(text);
    setTyped(typeof linked === "object" ? placeText(linked) : text);
    onChange(place ?? NO_PLACE);
  };
  return (
    <div className="grid gap-3">
      <TextField
        label={t("place")}
        description={t("placeHint")}
        value={isMeant ? typed : placeText({ latitude, longitude })}
        onChange={change}
        errorMessage={isShortLink ? t("placeShortLink") : isUnreadable ? t("placeInvalid") : errorMessage}
        placeholder="30.044420, 31.235712"
        autoComplete="off"
        isCode
      />
      {doubt && (
        <Notice kind="warning" isAnnounced>
          {t(`placeDoubt.${doubt}`)}
        </Notice>
      )}
      <PlaceMap
        label={t("placeMap")}
        pins={isPlace ? [{ id: 0, latitude, longitude, name, isMovable: true }] : []}
        onMove={(place) => {
          setTyped(placeText(place));
          onChange(place);
        }}
      />
    </div>
  );
}
