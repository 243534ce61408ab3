import type { LedgerState, TierMoves, WalletState } from "./ledger-state";
import type { SegmentVersion } from "./types";

/**
 * The highest segment that `accumulated` lifetime points reach; never one below the present one, because only an admin
 * moves a wallet down. After an admin chose a segment, those reached before no longer count: only passing another value
 * moves the wallet up again.
 */
export function segmentAt(
  segments: readonly SegmentVersion[],
  { segment: present, segmentChosenAtPoints }: Pick<WalletState, "segment" | "segmentChosenAtPoints">,
  accumulated: number,
): SegmentVersion {
  const reachedBefore = segmentChosenAtPoints ?? Number.NEGATIVE_INFINITY;
  return segments.reduce(
    (best, segment) =>
      segment.value > best.value && segment.value <= accumulated && segment.value > reachedBefore
        ? segment
        : best,
    present,
  );
}

/**
 * The segment of a wallet once a bill is undone whole: the move that the bill caused goes back, unless a person chose a segment since. Tiers
 * that other bills reached stay, and those that the lifetime points still reach; never one above the present.
 */
export function segmentWithout(
  { segments }: Pick<LedgerState, "segments">,
  wallet: Pick<WalletState, "segment" | "segmentChosenAtPoints" | "tierMoves">,
  { entryId, accumulated }: { entryId: number; accumulated: number },
): SegmentVersion {
  const { segment: present, tierMoves } = wallet;
  if (tierMoves === null) return present;
  const versionOf = (id: number) => segments.find(({ segmentId }) => segmentId === id);
  const from = versionOf(tierMoves.from);
  if (from === undefined) return present;
  const standing = tierMoves.moves.flatMap(([id, to]) => (id === entryId ? [] : (versionOf(to) ?? [])));
  const best = [from, ...standing].reduce((most, one) => (one.value > most.value ? one : most));
  const within = segments.filter(({ value }) => value <= present.value);
  const reached = segmentAt(within, { ...wallet, segment: best }, accumulated);
  return reached.segmentId === present.segmentId ? present : reached;
}

/** The moves of a wallet without those of an entry that is undone. */
export function movesWithout(tierMoves: TierMoves | null, entryId: number): TierMoves | null {
  if (tierMoves === null || tierMoves.moves.every(([id]) => id !== entryId)) return tierMoves;
  return { ...tierMoves, moves: tierMoves.moves.filter(([id]) => id !== entryId) };
}

/** The moves of a wallet after an entry that led to `segmentId`; the same where it led nowhere. */
export function movesWith(
  { segment, tierMoves }: Pick<WalletState, "segment" | "tierMoves">,
  entryId: number,
  segmentId: number,
): TierMoves | null {
  if (segment.segmentId === segmentId) return tierMoves;
  const { from, moves } = tierMoves ?? { from: segment.segmentId, moves: [] };
  return { from, moves: [...moves, [entryId, segmentId]] };
}
