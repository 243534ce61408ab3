"use client";

import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { usePrinted } from "./use-printed";

const BLOCK_ROWS = 25;
/** Blocks at the start that are always there: they give the columns their widths. */
const BLOCKS_KEPT = 2;
/** How far from the screen rows are rendered, in heights of the screen. */
const NEAR = "50% 0px";

/**
 * The rows of a long table in blocks, of which those that are nearly in sight are rendered. Each of the others is one empty row as
 * high as the block was. The block that has the focus and its neighbours stay, so that a fast key finds the next row. Paper shows all rows.
 */
export function LongTableBody<Row>({
  rows,
  renderRow,
  className,
}: {
  rows: readonly Row[];
  renderRow: (row: Row, place: number) => ReactNode;
  className: string;
}) {
  const { bodyRef, heightOf, setFocused } = useBlocksOutOfSight();
  const blocks = Array.from({ length: Math.ceil(rows.length / BLOCK_ROWS) }, (_, block) =>
    rows.slice(block * BLOCK_ROWS, (block + 1) * BLOCK_ROWS),
  );
  return blocks.map((blockRows, block) => {
    const height = block < BLOCKS_KEPT ? undefined : heightOf(block);
    return (
      <tbody
        // By its place: a new row moves one row from each block to the next, and draws no block anew.
        // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place.
        key={block}
        ref={bodyRef}
        // biome-ignore lint/a11y/noRedundantRoles: CSS that turns rows into cards takes the element's own role away.
        role="rowgroup"
        data-block={block}
        className={className}
        onFocus={() => setFocused(block)}
      >
        {height === undefined ? (
          blockRows.map((row, place) => renderRow(row, block * BLOCK_ROWS + place))
        ) : (
          <tr aria-hidden className="cards:block" style={{ height }} />
        )}
      </tbody>
    );
  });
}

/** The heights of the blocks that are out of sight, and what has to know each block's body. */
function useBlocksOutOfSight() {
  const [heights, setHeights] = useState<ReadonlyMap<number, number>>(new Map());
  /** The block that last had the focus; when the focus leaves, the next element to get it may be in this block. */
  const [focused, setFocused] = useState<number>();
  const isPrinted = usePrinted();
  const observer = useRef<IntersectionObserver>(undefined);
  const bodies = useRef(new Set<HTMLElement>());
  useEffect(() => {
    const seen = new IntersectionObserver(
      (changes) =>
        setHeights((before) => {
          const after = new Map(before);
          for (const { target, isIntersecting, boundingClientRect } of changes) {
            const block = Number((target as HTMLElement).dataset.block);
            if (isIntersecting) after.delete(block);
            else after.set(block, boundingClientRect.height);
          }
          return after;
        }),
      { rootMargin: NEAR },
    );
    observer.current = seen;
    for (const body of bodies.current) seen.observe(body);
    return () => seen.disconnect();
  }, []);
  const bodyRef = useCallback((body: HTMLTableSectionElement) => {
    bodies.current.add(body);
    observer.current?.observe(body);
    return () => {
      bodies.current.delete(body);
      observer.current?.unobserve(body);
    };
  }, []);
  const isBesideFocus = (block: number) => focused !== undefined && Math.abs(block - focused) <= 1;
  const heightOf = (block: number) => (isPrinted || isBesideFocus(block) ? undefined : heights.get(block));
  return { bodyRef, heightOf, setFocused };
}
