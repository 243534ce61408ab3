import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { type SegmentView, segmentView } from "./segment-view";

/**
 * The segments with the rates in force, from the lowest value to the highest.
 * @throws AdminError forbidden
 */
export async function listSegments({ database }: AdminContext, actor: AdminActor): Promise<SegmentView[]> {
  requirePermission(actor, "programme.read");
  const rows = await database.segmentVersion.findMany({
    where: { isCurrent: true },
    include: { segment: { select: { isDefault: true } } },
    orderBy: [{ value: "asc" }, { segmentId: "asc" }],
  });
  return rows.map((row) => segmentView(row, row.segment));
}
