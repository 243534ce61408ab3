"use client";

import { useState } from "react";
import { lazyPart } from "@/components/ui/lazy-part";
import type { ManyBarProps } from "./open-many-bar";

// biome-ignore lint/suspicious/noExplicitAny: the rows are those of whoever shows the bar.
const OpenManyBar = lazyPart<ManyBarProps<any>>(async () => (await import("./open-many-bar")).OpenManyBar);

/** What can be done to the chosen rows; there while any are chosen, at the lower edge of the window. */
export function ManyBar<Row extends { id: number; version?: number }>(props: ManyBarProps<Row>) {
  const [isWanted, setWanted] = useState(false);
  if (!isWanted && props.selection.chosen.length > 0) setWanted(true);
  // It stays: what was asked for is told when nothing is chosen any more.
  return isWanted && <OpenManyBar {...props} />;
}
