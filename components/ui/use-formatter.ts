"use client";

import { useTimeZone } from "next-intl";
import { type Writer, writerOf } from "@/lib/platform/writing/writer";
import { useLanguage } from "./use-language";

/** Writes numbers, money and dates in the page's language and the programme's time zone. */
export function useFormatter(): Writer {
  return writerOf(useLanguage(), useTimeZone() ?? "UTC");
}
