import { cx } from "@/components/ui/cx";
import { Points } from "@/components/ui/format";
import type { PortalEntry } from "@/lib/areas/entries/schemas";
import { movedPoints } from "@/lib/areas/entries/words";

/** Points of an entry: sign, colour, and a line through them when they were undone. */
export function MovedPoints({
  entry,
  className,
}: {
  entry: Pick<PortalEntry, "logTypeId" | "points" | "suspendedPoints" | "cancelledByEntryId">;
  className?: string;
}) {
  const moved = movedPoints(entry);
  return (
    <Points
      value={moved}
      isSigned
      className={cx(
        moved > 0 ? "text-success" : moved < 0 && "text-danger",
        entry.cancelledByEntryId !== null && "line-through",
        className,
      )}
    />
  );
}
