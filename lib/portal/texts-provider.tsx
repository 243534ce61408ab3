"use client";

import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { mergeTexts, type Texts } from "@/lib/platform/texts";

/** Texts that have arrived, by their JSON: few and small, and the same for every page of an area. */
const parsed = new Map<string, Texts>();

function parse(json: string): Texts {
  const texts: Texts = parsed.get(json) ?? JSON.parse(json);
  parsed.set(json, texts);
  return texts;
}

/** Adds texts to those that the page has already. */
export function TextsProvider({ json, children }: { json: string; children: ReactNode }) {
  const outer: Texts = useMessages();
  const messages = useMemo(() => mergeTexts(outer, parse(json)), [outer, json]);
  return (
    <NextIntlClientProvider locale={useLocale()} messages={messages}>
      {children}
    </NextIntlClientProvider>
  );
}
