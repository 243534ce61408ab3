"use client";

import { useEffect, useEffectEvent, useState } from "react";

/** How long the typing must rest before it is searched for. */
const REST_MS = 250;

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
    const timer = setTimeout(() => searchTyped(), REST_MS);
    return () => clearTimeout(timer);
  }, [typed, sent]);
  return { typed, type: setTyped, search };
}
