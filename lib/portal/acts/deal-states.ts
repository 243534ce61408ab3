/** How a deal is kept in the database. */
export type StoredDealState = "draft" | "published" | "paused";

/**
 * States as people see them. Whether a published deal is scheduled, live or ended is told by the time alone: nothing has to run for it to
 * begin or to end, and nothing can be late.
 */
export const DEAL_STATES = ["draft", "scheduled", "live", "paused", "stopped", "ended"] as const;
export type DealState = (typeof DEAL_STATES)[number];

/**
 * Moves of a deal: `publish` a draft, `start` one before its time, `withdraw` it to a draft while no customer has seen it, `pause` and
 * `resume` it, and `end` it before its time, for ever.
 */
export const DEAL_MOVES = ["publish", "start", "withdraw", "pause", "resume", "end"] as const;
export type DealMove = (typeof DEAL_MOVES)[number];

export type DealSchedule = {
  /** The deal's merchant is stopped: no customer gets what it offers. */
  isMerchantStopped?: boolean;
} & (
  | { state: "published" | "paused"; startDate: Date; endDate: Date }
  /** A draft may have no dates yet. */
  | { state: "draft"; startDate: Date | null; endDate: Date | null }
);

/** The state of a deal at a moment: that of its schedule, and `stopped` with its merchant until its end. Pure. */
export function dealState(deal: DealSchedule, now: Date): DealState {
  const state = scheduleState(deal, now);
  return deal.isMerchantStopped && state !== "draft" && state !== "ended" ? "stopped" : state;
}

/** A paused deal is over at its end as well; a draft stays a draft. */
function scheduleState(
  { state, startDate, endDate }: DealSchedule,
  now: Date,
): Exclude<DealState, "stopped"> {
  if (state === "draft") return "draft";
  if (endDate <= now) return "ended";
  if (state === "paused") return "paused";
  return startDate <= now ? "live" : "scheduled";
}

/** Whether customers may have seen the deal: it is or was published, and its start is past. Pure. */
export function hasStarted({ state, startDate }: DealSchedule, now: Date): boolean {
  return state !== "draft" && startDate <= now;
}

/** Possible moves of a deal at a moment, the most likely first. Pure. */
export function movesFrom(deal: DealSchedule, now: Date): readonly DealMove[] {
  switch (scheduleState(deal, now)) {
    case "draft":
      return deal.endDate === null || deal.endDate > now ? ["publish"] : [];
    case "scheduled":
      return ["start", "pause", "withdraw"];
    case "live":
      return ["pause", "end"];
    case "paused":
      return hasStarted(deal, now) ? ["resume", "end"] : ["resume", "withdraw"];
    case "ended":
      return [];
  }
}

const STATE_AFTER: Readonly<Record<DealMove, StoredDealState>> = {
  publish: "published",
  start: "published",
  withdraw: "draft",
  pause: "paused",
  resume: "published",
  end: "published",
};

/**
 * The deal after a move; null when the move is not possible, or the deal has no dates. Starting it takes its start to `now`, ending it takes its end there; until
 * when those who got it may use it stays. Pure.
 */
export function afterMove(
  deal: DealSchedule,
  move: DealMove,
  now: Date,
): { state: StoredDealState; startDate: Date; endDate: Date } | null {
  const { startDate, endDate } = deal;
  if (startDate === null || endDate === null || !movesFrom(deal, now).includes(move)) return null;
  return {
    state: STATE_AFTER[move],
    startDate: move === "start" ? now : startDate,
    // An end is always later than its start, if only by a moment.
    endDate: move === "end" ? new Date(Math.max(now.getTime(), startDate.getTime() + 1)) : endDate,
  };
}
