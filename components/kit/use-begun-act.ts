"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent } from "react";

const NAME = "act";

/**
 * Begins an act that the page's address names (`?act=new`), once: it is taken out of the address, so that it does not begin again when
 * the page is loaded anew or gone back to. The browser's own history is written: the router would ask the server for the page again.
 */
export function useBegunAct(act: string, onBegin: () => void): void {
  useBegun((named) => named === act, onBegin);
}

/** Begins what the page's address names, be it an act or the number of a record (`?act=12`), as {@link useBegunAct} does. */
export function useBegun(isMeant: (act: string) => boolean, onBegin: (act: string) => void): void {
  const act = useSearchParams().get(NAME) ?? "";
  const isNamed = isMeant(act);
  const begin = useEffectEvent(() => {
    const parameters = new URLSearchParams(window.location.search);
    parameters.delete(NAME);
    const text = parameters.toString();
    window.history.replaceState(null, "", `${window.location.pathname}${text === "" ? "" : `?${text}`}`);
    onBegin(act);
  });
  useEffect(() => {
    if (isNamed) begin();
  }, [isNamed]);
}
