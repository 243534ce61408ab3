import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { type SegmentView, segmentView } from "./segment-view";

/** More than anybody reads; a segment's rates seldom change. */
const VERSIONS_MAX = 50;

export interface SegmentVersionView extends SegmentView {
  /** Name of the user who chose these rates; null for what the installation brought along. */
  by: string | null;
}

/**
 * The rates that a segment has and had, the newest first.
 * @throws AdminError forbidden, not_found
 */
export async function listSegmentVersions(
  { database }: AdminContext,
  actor: AdminActor,
  { segmentId }: { segmentId: number },
): Promise<SegmentVersionView[]> {
  requirePermission(actor, "programme.read");
  const rows = await database.segmentVersion.findMany({
    where: { segmentId },
    include: { segment: { select: { isDefault: true } }, createdByRelation: { select: { name: true } } },
    orderBy: { id: "desc" },
    take: VERSIONS_MAX,
  });
  if (rows.length === 0) throw new AdminError("not_found", { subject: "segment" });
  return rows.map((row) => ({
    ...segmentView(row, row.segment),
    by: row.createdByRelation?.name ?? null,
  }));
}
