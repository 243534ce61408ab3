import type { AdminActor } from "@/lib/portal/acts/actor";
import { lockRow, requireVersion } from "@/lib/portal/acts/administer";
import { isChanged } from "@/lib/portal/acts/audit-log";
import type { AdminContext } from "@/lib/portal/acts/context";
import { defined } from "@/lib/portal/acts/defined";
import { AdminError } from "@/lib/portal/acts/errors";
import { administerAgreed } from "@/lib/portal/acts/second-person";
import { agreeToRates, type SegmentRates, versionData } from "./create-segment";
import { findSegment, type SegmentView, segmentSnapshot } from "./segment-view";

/** Absent fields stay as they are. */
export type UpdateSegmentInput = {
  segmentId: number;
  /** The rates that were read: SegmentView.versionId. */
  version: number;
} & { [Name in keyof SegmentRates]?: SegmentRates[Name] | undefined };

/**
 * Gives a segment new rates for what happens from now on. The old ones are kept for ever: entries say at which they were
 * written. The default segment always begins at 0.
 * @throws AdminError second_person (rules.md §24), forbidden, not_found, conflict, invalid
 */
export function updateSegment(
  context: AdminContext,
  actor: AdminActor,
  { segmentId, version, ...chosen }: UpdateSegmentInput,
): Promise<SegmentView> {
  return administerAgreed(context, actor, "segment.update", async (act) => {
    const { tx, now, record, announce } = act;
    await lockRow(tx, "segment", segmentId);
    const before = await findSegment(tx, segmentId);
    if (before === null) throw new AdminError("not_found", { subject: "segment" });
    requireVersion("segment", before.versionId, version);
    const rates = { ...before, ...defined(chosen) };
    if (before.isDefault && rates.value !== 0) throw new AdminError("invalid", { field: "value" });
    if (!isChanged(segmentSnapshot(before), segmentSnapshot(rates))) return before;
    const approvedBy = await agreeToRates(act, before, rates);
    await tx.segmentVersion.update({ where: { id: before.versionId }, data: { isCurrent: false } });
    await tx.segmentVersion.create({
      data: { ...versionData(rates), segmentId, createdBy: actor.userId, createdAt: now },
    });
    const after = await findSegment(tx, segmentId);
    if (after === null) throw new AdminError("not_found", { subject: "segment" });
    await record({
      subject: "segment",
      subjectId: segmentId,
      merchantId: null,
      before: segmentSnapshot(before),
      after: { ...segmentSnapshot(after), ...(approvedBy !== null && { approvedBy }) },
    });
    await announce("segment", segmentId);
    return after;
  });
}
