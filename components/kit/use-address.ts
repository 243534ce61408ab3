"use client";

import { usePathname, useSearchParams } from "next/navigation";

type Parameters = Readonly<Record<string, string | number | undefined>>;

/**
 * The parameters of the page's address, where the filters of a list live, so that it can be shared and each choice be gone
 * back from. The browser's own history is written: the router would ask the server for the page again.
 */
export function useAddress() {
  const pathname = usePathname();
  const parameters = useSearchParams();
  return {
    get: (name: string) => parameters.get(name),
    change: (changes: Parameters) => {
      const changed = new URLSearchParams(parameters);
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined || value === "") changed.delete(name);
        else changed.set(name, String(value));
      }
      const text = changed.toString();
      window.history.pushState(null, "", text === "" ? pathname : `${pathname}?${text}`);
    },
  };
}

/** The number that a parameter of an address is, if it is one. */
export function idIn(text: string | null | undefined): number | undefined {
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
