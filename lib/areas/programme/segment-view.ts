import type { SegmentVersion } from "@/lib/ledger/core/types";
import type { SegmentVersion as SegmentVersionRow } from "@/lib/platform/database/generated/client";
import type { Transaction } from "@/lib/portal/acts/administer";

/** A segment with the rates that are in force. `versionId` names them and is what a change asks for. */
export interface SegmentView extends SegmentVersion {
  /** The segment of every new wallet. */
  isDefault: boolean;
  createdAt: Date;
}

export function segmentView(row: SegmentVersionRow, { isDefault }: { isDefault: boolean }): SegmentView {
  return {
    versionId: row.id,
    segmentId: row.segmentId,
    isDefault,
    nameEn: row.nameEn,
    nameAr: row.nameAr,
    value: Number(row.value),
    rewardFactor: row.rewardFactor.toString(),
    redeemFactor: row.redeemFactor.toString(),
    redeemThreshold: Number(row.redeemThreshold),
    bonusPoints: row.bonusPoints,
    offerNumber: row.offerNumber,
    ratePlan: row.ratePlan,
    color: row.color,
    segmentColorId: row.segmentColorId,
    createdAt: row.createdAt,
  };
}

/** The audit log's copy of a segment. */
export function segmentSnapshot({ createdAt, ...segment }: SegmentView): Record<string, unknown> {
  return segment;
}

/** A segment with the rates in force; null when there is none. */
export async function findSegment(
  tx: Pick<Transaction, "segmentVersion">,
  segmentId: number,
): Promise<SegmentView | null> {
  const row = await tx.segmentVersion.findFirst({
    where: { segmentId, isCurrent: true },
    include: { segment: { select: { isDefault: true } } },
  });
  return row === null ? null : segmentView(row, row.segment);
}
