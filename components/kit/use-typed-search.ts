"use client";

import { useEffect, useEffectEvent, useState } from "react";

/** How long the typing must rest before it is searched for. */
const REST_MS = 250;

/** Searches for typed texts that still wait for the typing to rest. */
const waiting = new Set<() => void>();

/** Searches for every typed text at once. Called before the page's address gets another entry in the history, so that Back finds it. */
export function searchNow(): void {
  for (const search of [...waiting]) search();
}

/**
 * The text being typed into a search: ahead of the searched `value` while typing, and set back by Back. `search`
 * searches at once; otherwise `onSearch` is called with the trimmed text when typing pauses.
 */
export function useTypedSearch(value: string, onSearch: (text: string) => void) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) {
      setSent(value);
      setTyped(value);
    }
  }
  const search = (text: string) => {
    if (text === sent) return;
    setSent(text);
    onSearch(text);
  };
  const searchTyped = useEffectEvent(() => search(typed.trim()));
  useEffect(() => {
    if (typed.trim() === sent) return;
    const search = () => {
      end();
      searchTyped();
    };
    const timer = setTimeout(search, REST_MS);
    const end = () => {
      clearTimeout(timer);
      waiting.delete(search);
    };
    waiting.add(search);
    return end;
  }, [typed, sent]);
  return { typed, type: setTyped, search };
}
