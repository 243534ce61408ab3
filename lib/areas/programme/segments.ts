import type { SegmentVersion } from "@/lib/platform/database/generated/client";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import { type Act, lockRow, requireVersion, type Transaction } from "@/lib/portal/acts/administer";
import { isChanged } from "@/lib/portal/acts/audit-log";
import type { AdminContext } from "@/lib/portal/acts/context";
import { defined } from "@/lib/portal/acts/defined";
import { AdminError } from "@/lib/portal/acts/errors";
import { PERSON, personName } from "@/lib/portal/acts/person";
import { administerAgreed, agree } from "@/lib/portal/acts/second-person";
import { type SegmentChanges, type SegmentRates, segment } from "./record";
import { RETURN_WARNING_PERCENT, returnPercent } from "./words";

/** A segment as its page and the ledger know it: both names of its rates and its number are the same. */
export type SegmentView = ReturnType<typeof segmentView>;

const include = { segment: { select: { isDefault: true } } } as const;
/** More than anybody reads; a segment's rates seldom change. */
const VERSIONS_MAX = 50;

export function segmentView(row: SegmentVersion, { isDefault }: { isDefault: boolean }) {
  const { id: versionId, segmentId } = row;
  const rewardFactor = row.rewardFactor.toString();
  const redeemFactor = row.redeemFactor.toString();
  const shown = { isDefault, rewardFactor, redeemFactor, since: row.createdAt };
  return { ...segment.view({ ...row, ...shown, id: segmentId, version: versionId }), segmentId, versionId };
}

/** The audit log's copy of a segment. */
function snapshotOf({ id, version, since, ...audited }: SegmentView): Record<string, unknown> {
  return audited;
}

/** A segment with the rates in force; null when there is none. */
export async function findSegment(
  tx: Pick<Transaction, "segmentVersion">,
  segmentId: number,
): Promise<SegmentView | null> {
  const row = await tx.segmentVersion.findFirst({ where: { segmentId, isCurrent: true }, include });
  return row === null ? null : segmentView(row, row.segment);
}

/** @throws AdminError not_found */
async function requireSegment(tx: Transaction, segmentId: number): Promise<SegmentView> {
  const found = await findSegment(tx, segmentId);
  if (found === null) throw new AdminError("not_found", { subject: "segment" });
  return found;
}

/**
 * The segments with the rates in force, from the lowest value to the highest.
 * @throws AdminError forbidden
 */
export async function listSegments({ database }: AdminContext, actor: AdminActor): Promise<SegmentView[]> {
  requirePermission(actor, "programme.read");
  const rows = await database.segmentVersion.findMany({
    where: { isCurrent: true },
    include,
    orderBy: [{ value: "asc" }, { segmentId: "asc" }],
  });
  return rows.map((row) => segmentView(row, row.segment));
}

/**
 * The rates that a segment has and had, the newest first. `by`: name of the user who chose them; null for what the installation
 * brought along.
 * @throws AdminError forbidden, not_found
 */
export async function listSegmentVersions(
  { database }: AdminContext,
  actor: AdminActor,
  { segmentId }: { segmentId: number },
): Promise<(SegmentView & { by: string | null })[]> {
  requirePermission(actor, "programme.read");
  const rows = await database.segmentVersion.findMany({
    where: { segmentId },
    include: { ...include, createdByRelation: { select: PERSON } },
    orderBy: { id: "desc" },
    take: VERSIONS_MAX,
  });
  if (rows.length === 0) throw new AdminError("not_found", { subject: "segment" });
  return rows.map((row) => ({
    ...segmentView(row, row.segment),
    by: row.createdByRelation && personName(row.createdByRelation),
  }));
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
    const { tx, now } = act;
    const approvedBy = await agreeToRates(act, null, rates);
    const segmentVersions = { create: { ...columnsOf(rates), createdBy: actor.userId, createdAt: now } };
    const { id } = await tx.segment.create({ data: { createdAt: now, segmentVersions } });
    return recordSegment(act, null, { id, approvedBy });
  });
}

/**
 * Gives a segment new rates for what happens from now on; absent fields stay as they are. The old ones are kept for ever: entries say at
 * which they were written. The default segment always begins at 0.
 * @throws AdminError second_person (rules.md §24), forbidden, not_found, conflict, invalid
 */
export function updateSegment(
  context: AdminContext,
  actor: AdminActor,
  { segmentId, version, ...chosen }: SegmentChanges & { segmentId: number },
): Promise<SegmentView> {
  return administerAgreed(context, actor, "segment.update", async (act) => {
    const { tx, now } = act;
    await lockRow(tx, "segment", segmentId);
    const before = await requireSegment(tx, segmentId);
    requireVersion("segment", before.version, version);
    const rates = { ...before, ...defined(chosen) };
    if (before.isDefault && rates.value !== 0) throw new AdminError("invalid", { field: "value" });
    // Rates that the installation brought along are chosen by whoever confirms them.
    const isChosen =
      (await tx.segmentVersion.findUniqueOrThrow({ where: { id: before.version } })).createdBy !== null;
    if (isChosen && !isChanged(snapshotOf(before), snapshotOf(rates))) return before;
    const approvedBy = await agreeToRates(act, before, rates);
    await tx.segmentVersion.update({ where: { id: before.version }, data: { isCurrent: false } });
    await tx.segmentVersion.create({
      data: { ...columnsOf(rates), segmentId, createdBy: actor.userId, createdAt: now },
    });
    return recordSegment(act, before, { id: segmentId, approvedBy, isConfirmed: !isChosen });
  });
}

/** The segment as it is now, with the audit row and the announcement of what was done to it. */
async function recordSegment(
  { tx, record, announce }: Act,
  before: SegmentView | null,
  { id, approvedBy, isConfirmed = false }: { id: number; approvedBy: number | null; isConfirmed?: boolean },
): Promise<SegmentView> {
  const after = await requireSegment(tx, id);
  await record({
    subject: "segment",
    subjectId: id,
    merchantId: null,
    before: before && snapshotOf(before),
    after: {
      ...snapshotOf(after),
      ...(approvedBy !== null && { approvedBy }),
      ...(isConfirmed && { isConfirmed }),
    },
  });
  await announce("segment", id);
  return after;
}

/** Rates of which another one is worth something to customers. */
const RATES = ["value", "rewardFactor", "redeemFactor", "redeemThreshold", "bonusPoints"] as const;

/** Has a second person agree to rates that nobody earned or paid by before. @returns who approved; null when nobody had to */
function agreeToRates(act: Act, before: SegmentView | null, rates: SegmentRates): Promise<number | null> {
  const after = columnsOf(rates);
  const isNew = before === null || RATES.some((name) => Number(after[name]) !== Number(before[name]));
  const { nameEn, nameAr, rewardFactor, redeemFactor } = rates;
  return agree(act, {
    kind: "rules",
    settingUp: isUsual(rates) ? "act" : undefined,
    points: isNew ? Number.POSITIVE_INFINITY : 0,
    merchantId: null,
    content: [before?.segmentId ?? null, after],
    summary: { act: "tier", nameEn, nameAr, rewardFactor, redeemFactor },
  });
}

/** Whether customers get back no more than is usual, for points that are worth no more than a unit of money each. */
function isUsual({ rewardFactor, redeemFactor, bonusPoints }: SegmentRates): boolean {
  return (
    Number(redeemFactor) >= 1 &&
    (returnPercent({ rewardFactor, redeemFactor }) ?? 0) <= RETURN_WARNING_PERCENT &&
    !bonusPoints
  );
}

/** The columns of a version; what is absent is none. */
function columnsOf({ nameEn, nameAr, value, rewardFactor, redeemFactor, ...rates }: SegmentRates) {
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
