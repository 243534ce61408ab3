import { describe, expect, test } from "vitest";
import { DEAL_FORM_GROUPS, emptyDealForm } from "@/components/deals/desk/deal-form";
import { carriedOn, changedFields, divergenceOf, pickFields } from "@/components/kit/merge";

const BASE = { name: "Amal", role: "cashier", branchIds: [1, 2], latitude: 30, longitude: 31 };

describe("which fields were changed", () => {
  test("lists are the same in any order", () => {
    expect(changedFields(BASE, { ...BASE, branchIds: [2, 1] })).toEqual([]);
    expect(changedFields(BASE, { ...BASE, branchIds: [2] })).toEqual(["branchIds"]);
  });

  test("what is no number yet differs from an empty field", () => {
    const empty = { days: null as number | null | undefined, rate: null as { burst: number } | null };
    expect(changedFields(empty, { ...empty, days: undefined })).toEqual(["days"]);
    expect(changedFields(empty, { ...empty, days: Number.NaN })).toEqual(["days"]);
    expect(changedFields({ rate: { burst: Number.NaN } }, { rate: { burst: 0 } })).toEqual(["rate"]);
    expect(changedFields<{ days?: null }>({}, { days: null })).toEqual([]);
  });
});

describe("two people change one record", () => {
  test("different fields: neither has to choose", () => {
    const mine = { ...BASE, name: "Amal Ali" };
    const theirs = { ...BASE, role: "supervisor" };
    expect(divergenceOf(BASE, { mine, theirs })).toEqual({ theirs: ["role"], both: [] });
  });

  test("the same field differently: it is to be chosen", () => {
    const mine = { ...BASE, name: "Amal Ali" };
    const theirs = { ...BASE, name: "A. Ali", role: "supervisor" };
    expect(divergenceOf(BASE, { mine, theirs })).toEqual({ theirs: ["role"], both: ["name"] });
  });

  test("the same field to the same value: there is nothing to choose", () => {
    const both = { ...BASE, name: "Amal Ali" };
    expect(divergenceOf(BASE, { mine: both, theirs: both })).toEqual({ theirs: [], both: [] });
  });

  test("fields of one group are one choice, and are taken together", () => {
    const groups = [["latitude", "longitude"]] as const;
    const mine = { ...BASE, latitude: 29 };
    const theirs = { ...BASE, longitude: 33 };
    expect(divergenceOf(BASE, { mine, theirs }, groups)).toEqual({ theirs: [], both: ["latitude"] });
    expect(pickFields(theirs, ["latitude"], groups)).toEqual({ latitude: 30, longitude: 33 });
  });

  test("a deal never gets the discount of one person with the kind of discount of the other", () => {
    const base = { ...emptyDealForm("2026-11-27T00:00:00Z", "UTC"), discountType: 1, discount: 10 };
    const mine = { ...base, discount: 25 };
    const theirs = { ...base, discountType: 2, discount: 10 };
    const conflict = divergenceOf(base, { mine, theirs }, DEAL_FORM_GROUPS);
    expect(conflict).toEqual({ theirs: [], both: ["discountType"] });
    expect({ ...mine, ...pickFields(theirs, conflict.both, DEAL_FORM_GROUPS) }).toMatchObject({
      discountType: 2,
      discount: 10,
    });
  });
});

describe("a further change while a question is open", () => {
  const open = {
    theirs: ["days"],
    both: ["name", "role"],
    chosen: { name: "mine", role: "theirs" },
  } as const;
  const carry = (
    next: { theirs: string[]; both: string[] },
    { differs = ["name", "role"], isNew = [] as string[] } = {},
  ) =>
    carriedOn<string>({ ...open, theirs: [...open.theirs], both: [...open.both] }, next, {
      differs: (name) => differs.includes(name),
      isNew: (name) => isNew.includes(name),
    });

  test("elsewhere drops no question and no choice", () => {
    expect(carry({ theirs: ["branchIds"], both: [] })).toEqual({
      theirs: ["days", "branchIds"],
      both: ["name", "role"],
      chosen: { name: "mine", role: "theirs" },
    });
  });

  test("of the same field asks again whoever kept their own value, and follows whoever took the other's", () => {
    expect(carry({ theirs: [], both: ["name"] }, { isNew: ["name", "role"] }).chosen).toEqual({
      role: "theirs",
    });
  });

  test("to what the reader has ends the question", () => {
    expect(carry({ theirs: [], both: [] }, { differs: ["role"] }).both).toEqual(["role"]);
  });
});
