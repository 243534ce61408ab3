import { cx } from "@/components/ui/cx";
import { Points } from "@/components/ui/format";
import type { PortalEntry } from "@/lib/areas/entries/schemas";

/** What an entry moved: its sign, its colour, and a line through it when it was undone. */
export function MovedPoints({
  entry: { points, suspendedPoints, cancelledByEntryId },
  className,
}: {
  entry: Pick<PortalEntry, "points" | "suspendedPoints" | "cancelledByEntryId">;
  className?: string;
}) {
  const moved = points === 0 ? suspendedPoints : points;
  return (
    <Points
      value={moved}
      isSigned
      className={cx(
        moved > 0 ? "text-success" : moved < 0 && "text-danger",
        cancelledByEntryId !== null && "line-through",
        className,
      )}
    />
  );
}
