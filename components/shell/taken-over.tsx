"use client";

import { useEffect, useState } from "react";
import { releaseEarlyActs } from "./early-acts";

/** What the server's page has in place of each part that is not taken over yet. */
const AWAITED = { "data-awaited": "" } as const;

/**
 * Stands at the end of each page, and of each layout that React takes over by itself, and says when it has. What was done on
 * the page before is done when the last one has: in a second turn, when what the page's parts have announced, such as
 * shortcuts, is known as well.
 */
export function TakenOver() {
  const [isAnnounced, setAnnounced] = useState(false);
  useEffect(() => setAnnounced(true), []);
  useEffect(() => {
    if (isAnnounced && document.querySelector("[data-awaited]") === null) releaseEarlyActs();
  }, [isAnnounced]);
  return isAnnounced ? null : <span hidden {...AWAITED} />;
}
