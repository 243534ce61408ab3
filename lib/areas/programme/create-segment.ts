import type { AdminActor } from "@/lib/portal/acts/actor";
import type { Act } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { administerAgreed, agree } from "@/lib/portal/acts/second-person";
import { findSegment, type SegmentView, segmentSnapshot } from "./segment-view";

/** The rates of a segment (rules.md §1). */
export interface SegmentRates {
  nameEn: string;
  nameAr: string;
  /** Lifetime points from which a wallet belongs to it. */
  value: number;
  /** Points earned per currency unit, an exact decimal such as "1.5". */
  rewardFactor: string;
  /** Points needed per currency unit, an exact decimal above 0. */
  redeemFactor: string;
  /** The balance a wallet must hold before it may redeem; none when absent. */
  redeemThreshold?: number | undefined;
  bonusPoints?: number | null | undefined;
  offerNumber?: string | null | undefined;
  ratePlan?: string | null | undefined;
  color?: string | null | undefined;
  segmentColorId?: number | null | undefined;
}

/**
 * Adds a segment. Wallets that have reached its value move into it with their next reward.
 * @throws AdminError second_person (rules.md §24), forbidden, invalid
 */
export function createSegment(
  context: AdminContext,
  actor: AdminActor,
  rates: SegmentRates,
): Promise<SegmentView> {
  return administerAgreed(context, actor, "segment.create", async (act) => {
    const { tx, now, record, announce } = act;
    const approvedBy = await agreeToRates(act, null, rates);
    const { id } = await tx.segment.create({
      data: {
        createdAt: now,
        segmentVersions: { create: { ...versionData(rates), createdBy: actor.userId, createdAt: now } },
      },
    });
    const segment = await findSegment(tx, id);
    if (segment === null) throw new AdminError("not_found", { subject: "segment" });
    const after = { ...segmentSnapshot(segment), ...(approvedBy !== null && { approvedBy }) };
    await record({ subject: "segment", subjectId: id, merchantId: null, before: null, after });
    await announce("segment", id);
    return segment;
  });
}

/** Rates of which another one is worth something to customers. */
const RATES = ["value", "rewardFactor", "redeemFactor", "redeemThreshold", "bonusPoints"] as const;

/** Has a second person agree to rates that nobody earned or paid by before. @returns who approved; null when nobody had to */
export function agreeToRates(
  act: Act,
  before: (SegmentRates & { segmentId: number }) | null,
  rates: SegmentRates,
): Promise<number | null> {
  const after = versionData(rates);
  const isNew = before === null || RATES.some((name) => Number(after[name]) !== Number(before[name]));
  return agree(act, {
    kind: "rules",
    points: isNew ? Number.POSITIVE_INFINITY : 0,
    merchantId: null,
    content: [before?.segmentId ?? null, after],
    summary: {
      act: "tier",
      nameEn: rates.nameEn,
      nameAr: rates.nameAr,
      rewardFactor: rates.rewardFactor,
      redeemFactor: rates.redeemFactor,
    },
  });
}

/** The columns of a version; what is absent is none. */
export function versionData(rates: SegmentRates) {
  const { nameEn, nameAr, value, rewardFactor, redeemFactor } = rates;
  return {
    nameEn,
    nameAr,
    value,
    rewardFactor,
    redeemFactor,
    redeemThreshold: rates.redeemThreshold ?? 0,
    bonusPoints: rates.bonusPoints ?? null,
    offerNumber: rates.offerNumber ?? null,
    ratePlan: rates.ratePlan ?? null,
    color: rates.color ?? null,
    segmentColorId: rates.segmentColorId ?? null,
  };
}
