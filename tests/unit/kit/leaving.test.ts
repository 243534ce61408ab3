import { expect, test, vi } from "vitest";
import { holdLeaving, leaveBy, stayHere } from "@/components/kit/use-navigation";

test("a way out by program waits until the user agrees to lose unsaved work, and is asked about once", () => {
  const go = vi.fn();
  const ask = vi.fn<(leave: () => void) => void>();
  leaveBy(go);
  expect(go).toHaveBeenCalledTimes(1);
  const release = holdLeaving(ask);
  leaveBy(go);
  expect(go).toHaveBeenCalledTimes(1);
  ask.mock.lastCall?.[0]();
  expect(go).toHaveBeenCalledTimes(2);
  leaveBy(go);
  expect(go).toHaveBeenCalledTimes(3);
  expect(ask).toHaveBeenCalledTimes(1);
  stayHere();
  leaveBy(go);
  expect(ask).toHaveBeenCalledTimes(2);
  release();
});

test("a form that was opened over another is asked first, and is no longer asked once it is saved", () => {
  const behind = vi.fn<(leave: () => void) => void>();
  const before = vi.fn<(leave: () => void) => void>();
  const releaseBehind = holdLeaving(behind);
  const releaseBefore = holdLeaving(before);
  leaveBy(() => undefined);
  expect(behind).not.toHaveBeenCalled();
  releaseBefore();
  leaveBy(() => undefined);
  expect([before.mock.calls.length, behind.mock.calls.length]).toEqual([1, 1]);
  releaseBehind();
});
