"use client";

import { MapPin } from "lucide-react";
import { useTranslations } from "next-intl";
import { mapAddress, type Place } from "./place";

/** Leads to the place on a map, in a page of its own. */
export function MapLink({ place, name }: { place: Place; name: string }) {
  const t = useTranslations("branches");
  const address = mapAddress(place);
  if (address === null) return null;
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      aria-label={t("mapOf", { name })}
      className="inline-flex min-h-9 items-center gap-1.5 text-accent underline underline-offset-4"
    >
      <MapPin aria-hidden className="size-4 shrink-0" />
      {t("map")}
    </a>
  );
}
