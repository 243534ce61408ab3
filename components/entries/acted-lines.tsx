"use client";

import { useNameOf } from "@/components/kit/use-language";
import { cx } from "@/components/ui/cx";
import { Points } from "@/components/ui/format";
import type { Acted } from "@/lib/areas/entries/schemas";

/** Why there are this many points: each promotion in a line. Nothing where none acted. */
export function ActedLines({
  promotions = [],
  className,
}: {
  promotions: readonly Acted[] | undefined;
  className?: string;
}) {
  const nameOf = useNameOf();
  if (promotions.length === 0) return null;
  return (
    <ul className={cx("grid gap-1", className)}>
      {promotions.map((acted) => (
        <li key={acted.number} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <bdi>{nameOf(acted)}</bdi>
          <Points value={acted.points} isSigned className="font-medium" />
        </li>
      ))}
    </ul>
  );
}
