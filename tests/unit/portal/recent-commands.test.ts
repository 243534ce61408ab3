import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readRecent, rememberRecent } from "@/components/shell/recent-commands";

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("what was used last comes first, each once, and of each person apart", () => {
  rememberRecent(1, { kind: "command", id: "deals" });
  rememberRecent(1, { kind: "branch", id: 4 });
  rememberRecent(2, { kind: "person", id: 9 });
  rememberRecent(1, { kind: "command", id: "deals" });
  expect(readRecent(1)).toEqual([
    { kind: "command", id: "deals" },
    { kind: "branch", id: 4 },
  ]);
  expect(readRecent(2)).toEqual([{ kind: "person", id: 9 }]);
  expect(readRecent(3)).toEqual([]);
});

test("only so many are shown and kept", () => {
  for (let id = 1; id <= 40; id += 1) rememberRecent(1, { kind: "deal", id });
  expect(readRecent(1).map(({ id }) => id)).toEqual([40, 39, 38, 37, 36]);
  expect(JSON.parse(kept.get("points.recent.1") ?? "[]")).toHaveLength(5);
});

test("what is none is left out, and a device that keeps nothing shows nothing", () => {
  kept.set(
    "points.recent.1",
    JSON.stringify([
      ...[
        { kind: "command", id: "no-such-page" },
        { kind: "deal", id: "4" },
        { kind: "wallet", id: 3 },
        null,
      ],
      ...[
        { kind: "secret", id: 1 },
        { kind: "wallet", id: 3, code: "…0001" },
      ],
    ]),
  );
  expect(readRecent(1)).toEqual([{ kind: "wallet", id: 3, code: "…0001" }]);
  kept.set("points.recent.1", "{");
  expect(readRecent(1)).toEqual([]);
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new Error("Storage is switched off.");
    },
  });
  expect(() => rememberRecent(1, { kind: "command", id: "deals" })).not.toThrow();
  expect(readRecent(1)).toEqual([]);
});
