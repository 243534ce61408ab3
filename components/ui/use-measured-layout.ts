"use client";

import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Lays the table in a box out as rows where its columns have the room that their words need, whatever is in them, and as cards
 * elsewhere, and tells the styles by `data-layout`. Until it is measured they go by how many columns there are.
 */
export function useMeasuredLayout(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    const table = element?.querySelector("table");
    if (!element || !table) return;
    let needed = { columns: 0, width: 0 };
    const measure = () => {
      // A hidden element has no width to be measured.
      if (element.clientWidth === 0) return;
      element.dataset.layout = "rows";
      // A long table has the words of its other rows only while they are near the screen (long-table-body.tsx): what it once needed it needs again.
      const columns = table.rows[0]?.cells.length ?? 0;
      if (table.ariaRowCount === null || columns !== needed.columns) needed = { columns, width: 0 };
      // A table is never narrower than the longest words of its columns.
      if (table.offsetWidth > element.clientWidth) needed.width = Math.max(needed.width, table.offsetWidth);
      if (needed.width > element.clientWidth) element.dataset.layout = "cards";
    };
    measure();
    const observer = new ResizeObserver(measure);
    // The box changes with the window, the table with what is in it.
    observer.observe(element);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);
  return box;
}
