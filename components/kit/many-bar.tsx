"use client";

import { useState } from "react";
import { lazyPart } from "@/components/ui/lazy-part";
import type { ManyBarProps } from "./open-many-bar";

// biome-ignore lint/suspicious/noExplicitAny: the rows are those of whoever shows the bar.
const OpenManyBar = lazyPart<ManyBarProps<any>>(async () => (await import("./open-many-bar")).OpenManyBar);

/** Acts on the chosen rows; shown while any are chosen, at the lower edge of the window. */
export function ManyBar<Row extends { id: number | string; version?: number }>(props: ManyBarProps<Row>) {
  const [isWanted, setWanted] = useState(false);
  if (!isWanted && props.selection.chosen.length > 0) setWanted(true);
  // The bar stays: its dialog shows the outcome when nothing is chosen any more.
  return isWanted && <OpenManyBar {...props} />;
}
