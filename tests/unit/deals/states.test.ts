import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  afterMove,
  DEAL_MOVES,
  DEAL_STATES,
  type DealSchedule,
  dealState,
  movesFrom,
} from "@/lib/portal/acts/deal-states";

const NOW = new Date("2026-11-21T10:00:00Z");
const inHours = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const deal = (state: DealSchedule["state"], from: number, to: number) => ({
  state,
  startDate: inHours(from),
  endDate: inHours(to),
});

describe("the state of a deal", () => {
  test.each([
    ["draft", deal("draft", -1, 1)],
    ["draft", deal("draft", -2, -1)],
    ["scheduled", deal("published", 1, 2)],
    ["live", deal("published", -1, 1)],
    ["live", deal("published", 0, 1)],
    ["ended", deal("published", -2, -1)],
    ["ended", deal("published", -2, 0)],
    ["paused", deal("paused", -1, 1)],
    ["paused", deal("paused", 1, 2)],
    ["ended", deal("paused", -2, -1)],
  ])("is %s by what is kept and by the time: %#", (state, given) => {
    expect(dealState(given, NOW)).toBe(state);
  });
});

describe("the moves", () => {
  test.each([
    ["a draft", deal("draft", 1, 2), ["publish"]],
    ["a draft that begins at once", deal("draft", -1, 2), ["publish"]],
    ["a draft whose time is past", deal("draft", -2, -1), []],
    ["a scheduled deal", deal("published", 1, 2), ["start", "pause", "withdraw"]],
    ["a live deal", deal("published", -1, 1), ["pause", "end"]],
    ["a paused deal that was live", deal("paused", -1, 1), ["resume", "end"]],
    ["a paused deal that never was", deal("paused", 1, 2), ["resume", "withdraw"]],
    ["a deal that is over", deal("published", -2, -1), []],
    ["a paused deal that is over", deal("paused", -2, -1), []],
  ])("of %s are the sensible ones", (_name, given, moves) => {
    expect(movesFrom(given, NOW)).toEqual(moves);
  });

  test.each([
    ["publish", deal("draft", 1, 2), "scheduled"],
    ["publish", deal("draft", -1, 2), "live"],
    ["start", deal("published", 1, 2), "live"],
    ["withdraw", deal("published", 1, 2), "draft"],
    ["pause", deal("published", 1, 2), "paused"],
    ["pause", deal("published", -1, 2), "paused"],
    ["resume", deal("paused", -1, 2), "live"],
    ["resume", deal("paused", 1, 2), "scheduled"],
    ["end", deal("published", -1, 2), "ended"],
    ["end", deal("paused", -1, 2), "ended"],
  ] as const)("%s leads on: %#", (move, given, state) => {
    const moved = afterMove(given, move, NOW);
    expect(moved && dealState({ ...given, ...moved }, NOW)).toBe(state);
  });

  test("that are not offered cannot be made, and those that are keep the dates in order", () => {
    const schedule = fc
      .tuple(
        fc.constantFrom("draft", "published", "paused" as const),
        fc.integer({ min: -50, max: 50 }),
        fc.integer({ min: 1, max: 50 }),
      )
      .map(([state, from, hours]) => deal(state as DealSchedule["state"], from, from + hours));
    fc.assert(
      fc.property(schedule, fc.constantFrom(...DEAL_MOVES), (given, move) => {
        const moved = afterMove(given, move, NOW);
        expect(moved !== null).toBe(movesFrom(given, NOW).includes(move));
        if (moved === null) return;
        expect(moved.endDate.getTime()).toBeGreaterThan(given.startDate.getTime());
        expect(moved.endDate.getTime()).toBeLessThanOrEqual(given.endDate.getTime());
        expect(DEAL_STATES).toContain(dealState({ ...given, ...moved }, NOW));
      }),
    );
  });

  test("ending the moment a deal began leaves it an end after its start", () => {
    const moved = afterMove(deal("published", 0, 1), "end", NOW);
    expect(moved?.endDate.getTime()).toBe(NOW.getTime() + 1);
  });
});
