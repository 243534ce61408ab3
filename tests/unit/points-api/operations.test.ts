import { describe, expect, test } from "vitest";
import { REQUIREMENTS } from "@/lib/areas/certification/requirements";
import { CLIENT_KEYED_SCOPES } from "@/lib/areas/clients/words";
import { SCENARIO_WALLETS } from "@/lib/areas/sandbox/scenarios";
import { COMMANDS, TILL_REFERENCES } from "@/lib/ledger/rules/command-facts";
import { factsIn } from "@/lib/points-api/field-facts";
import type { Operation } from "@/lib/points-api/operation";
import { OPERATIONS } from "@/lib/points-api/operations";
import { type Sent, traffic } from "@/tests/support/traffic";

const operations: readonly Operation[] = Object.values(OPERATIONS);
const moving = operations.flatMap(({ name, moves }) => (moves === null ? [] : [{ name, ...moves }]));

test("an operation is called as it is listed, and its example's makers are operations", () => {
  expect(operations.map(({ name }) => name)).toEqual(Object.keys(OPERATIONS));
  for (const { sample } of operations)
    for (const maker of sample.after) expect(Object.keys(OPERATIONS)).toContain(maker);
});

test("a cancel by reference reaches the references of every operation, and no others", () => {
  expect(new Set(moving.map(({ references }) => references))).toEqual(new Set(TILL_REFERENCES));
});

test("a client can be made to send references with every operation whose repetition is answered as the first", () => {
  const repeatable = operations.filter(({ repeated }) => repeated === "first");
  expect(new Set(repeatable.map(({ scope }) => scope))).toEqual(new Set(CLIENT_KEYED_SCOPES));
});

test("a retry may change its reference and its PIN, and nothing else", () => {
  for (const { name, request, repeated } of Object.values(OPERATIONS).filter(
    (one) => one.repeated === "first",
  )) {
    const free = factsIn(request.shape).filter(([, { kind }]) => kind === "reference" || kind === "pin");
    const wanted = Object.keys(request.shape).filter(
      (field) => field === "ExternalLogId" || field === "PinCode",
    );
    expect([name, repeated, free.map(([field]) => field)]).toEqual([name, "first", wanted]);
  }
});

test("an entry of each kind that tills make has one operation", () => {
  const kinds = Object.values(COMMANDS).flatMap(({ fromTills, references }) =>
    fromTills ? [references] : [],
  );
  const made = moving.flatMap(({ what, references }) => (what === "points" ? [references] : []));
  expect(new Set(made)).toEqual(new Set(kinds));
});

describe("the text of a test wallet names the operations that the wallet treats otherwise", () => {
  /** Wallets whose first attempts fail treat all operations alike. */
  const texts = SCENARIO_WALLETS.flatMap(({ scenario, suffix, text }) => {
    if (["plain", "unavailable", "too_many_requests", "customer_expired"].includes(scenario)) return [];
    const code = Number(/\b1[34579]\d\d\b/.exec(text.en)?.[0]) as keyof (typeof moving)[number]["trials"];
    const treated =
      {
        answer_lost: () => moving.filter(({ answers }) => answers !== "always"),
        never_answered: () => moving.filter(({ answers }) => answers === "may_be_late"),
        answer_slow: () => moving.filter(({ answers }) => answers === "may_be_late"),
      }[scenario as string] ?? (() => moving.filter(({ trials }) => Boolean(trials[code])));
    return [{ suffix, text, treated: treated().map(({ name }) => name) }];
  });

  test.each(texts)("$suffix", ({ text, treated }) => {
    expect(treated.length).toBeGreaterThan(0);
    for (const words of [text.en, text.ar]) {
      const named = words.match(/[A-Z][a-z]+(?:[A-Z][a-z]+)*/g) ?? [];
      // A caller may always give up.
      const told = new Set(named.filter((word) => moving.some(({ name }) => name === word)));
      if (!treated.includes("Cancel")) told.delete("Cancel");
      expect(told).toEqual(new Set(treated));
    }
  });
});

describe("certification", () => {
  /** One bill's requests, a second apart. */
  const done = (names: readonly string[], more: Partial<Sent> = {}) =>
    traffic(
      ...names.map((operation, second) => ({
        ...{ second, operation, invoice: "i", reference: "r", content: "c" },
        ...more,
      })),
    );

  test.each(operations.filter(({ certification }) => certification !== null))(
    "asks for $name by its requirement, of clients that may do it",
    ({ name, certification, scope }) => {
      const requirement = REQUIREMENTS.find((one) => one.name === certification);
      expect(requirement?.scopes).toContain(scope);
      const along = operations.filter((one) => one.certification === certification);
      const shown = done(
        along.map((one) => one.name),
        name === "GetDeals" ? { status: 304 } : {},
      );
      expect(requirement?.judge(shown).state).toBe("met");
      expect(requirement?.judge(shown.filter(({ operation }) => operation !== name)).state).toBe("open");
    },
  );

  test("asks for no operation that names no requirement", () => {
    const unasked = operations.filter(({ certification }) => certification === null).map(({ name }) => name);
    for (const { name, judge } of REQUIREMENTS.filter(
      ({ judge }) => judge(done(["Reward"])).state === "open",
    ))
      for (const operation of unasked) expect([name, judge(done([operation])).state]).toEqual([name, "open"]);
  });
});
