"use client";

import { useTimeZone } from "next-intl";
import { writeHijri } from "@/lib/platform/writing/hijri";
import { useLanguage } from "./use-language";

/** The day by the Umm al-Qura calendar, behind the Gregorian one. */
export function HijriDay({ instant, timeZone }: { instant: Date; timeZone?: string | undefined }) {
  const zone = useTimeZone() ?? "UTC";
  const day = writeHijri(instant, useLanguage(), timeZone ?? zone);
  return <bdi className="figures whitespace-nowrap text-ink-faint"> ({day})</bdi>;
}
