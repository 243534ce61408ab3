"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";
import { searchNow } from "@/components/kit/use-typed-search";

const NAME = "entry";

export interface ShownEntry {
  /** The entry whose drawer is open; null: none. */
  entryId: number | null;
  /** The address of this page with the entry's drawer open. */
  hrefOf(entryId: number): string;
  show(entryId: number): void;
  close(): void;
}

/**
 * The entry whose drawer is open, from the page's address (`?entry=123`): it can be shared, and Back closes it. Only
 * the entry is fetched.
 */
export function useShownEntry(): ShownEntry {
  const address = useSearchParams();
  const pathname = usePathname();
  const named = Number(address.get(NAME));
  const entryId = Number.isSafeInteger(named) && named > 0 ? named : null;
  const wasPushed = useRef(false);
  useEffect(() => {
    if (entryId === null) wasPushed.current = false;
  }, [entryId]);

  const hrefWith = (shown: number | null, from: string) => {
    const changed = new URLSearchParams(from);
    changed.delete(NAME);
    if (shown !== null) changed.set(NAME, String(shown));
    const query = changed.toString();
    return query === "" ? pathname : `${pathname}?${query}`;
  };
  return {
    entryId,
    hrefOf: (shown) => hrefWith(shown, address.toString()),
    // The address of now: a filter may have entered it since this was rendered.
    show: (shown) => {
      searchNow();
      const href = hrefWith(shown, window.location.search);
      if (entryId === null) {
        window.history.pushState(null, "", href);
        wasPushed.current = true;
      } else window.history.replaceState(null, "", href);
    },
    close: () => {
      if (wasPushed.current) window.history.back();
      else window.history.replaceState(null, "", hrefWith(null, window.location.search));
    },
  };
}
