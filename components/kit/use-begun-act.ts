"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent } from "react";

const NAME = "act";

/**
 * Begins an act that the page's address names (`?act=new`), once: it is taken out of the address, so that it does not begin again when
 * the page is loaded anew or gone back to. The browser's own history is written: the router would ask the server for the page again.
 */
export function useBegunAct(act: string, onBegin: () => void): void {
  const isNamed = useSearchParams().get(NAME) === act;
  const begin = useEffectEvent(() => {
    const parameters = new URLSearchParams(window.location.search);
    parameters.delete(NAME);
    const text = parameters.toString();
    window.history.replaceState(null, "", `${window.location.pathname}${text === "" ? "" : `?${text}`}`);
    onBegin();
  });
  useEffect(() => {
    if (isNamed) begin();
  }, [isNamed]);
}
