import { describe, expect, test } from "vitest";
import { ADMIN_ACTIONS, type AdminAction, isOfMerchants, isPermitted } from "@/lib/portal/acts/permissions";
import { ROLES } from "@/lib/portal/acts/roles";
import { expectOfEach } from "@/tests/support/each";

const READS = ADMIN_ACTIONS.filter((action) => action.endsWith(".read"));
const MERCHANTS = ROLES.filter((role) => role !== "programme_operator");
/** Of a cashier without any permission but the act, and with every read taken away. */
const alone = (action: AdminAction) => {
  const removed = ADMIN_ACTIONS.filter((one) => one !== action);
  return { role: "cashier", set: { name: "", added: [action], removed } } as const;
};
const readsWith = (action: AdminAction) => READS.filter((read) => isPermitted(alone(action), read));

describe("a set with an act of merchants", () => {
  test("has the reads of the pages on which the act stands, whatever it takes away", () =>
    expectOfEach(ADMIN_ACTIONS.filter(isOfMerchants), String, (action) => {
      const [subject] = action.split(".");
      const read = `${subject}.read` as AdminAction;
      if (!READS.includes(read)) return;
      // A role that has the act alone does it elsewhere, such as at the till.
      const isOnItsPage = MERCHANTS.every(
        (role) => !isPermitted({ role }, action) || isPermitted({ role }, read),
      );
      expect(readsWith(action).includes(read)).toBe(isOnItsPage);
    }));

  test("has what its forms choose from: merchants, branches and tiers", () => {
    const choosers: AdminAction[] = ["merchant.read", "branch.read", "programme.read"];
    const makers: AdminAction[] = [
      "deal.create",
      "promotion.update",
      "coupon_template.create",
      "client.create",
    ];
    for (const act of [...makers, "deal.read", "promotion.read"] as AdminAction[])
      expect(readsWith(act), act).toEqual(expect.arrayContaining(choosers));
    // Codes of a file are no reason to show customers.
    expect(readsWith("coupon.issue")).not.toContain("wallet.read");
    expect(readsWith("wallet.approve_adjustment")).toContain("approval.read");
  });

  test("has no read that a role with the act lacks: roles are whole, and a set gives no more than one of them", () =>
    expectOfEach(ADMIN_ACTIONS.filter(isOfMerchants), String, (action) => {
      for (const role of ROLES.filter((one) => isPermitted({ role: one }, action)))
        for (const read of readsWith(action))
          expect([role, read, isPermitted({ role }, read)]).toEqual([role, read, true]);
    }));

  test("has nothing else", () =>
    expectOfEach(ADMIN_ACTIONS.filter(isOfMerchants), String, (action) => {
      const others = ADMIN_ACTIONS.filter((one) => one !== action && !READS.includes(one));
      expect(others.filter((one) => isPermitted(alone(action), one))).toEqual([]);
    }));
});

test("a read that no act of a set needs any more is taken away", () => {
  const withoutReads = { name: "", added: [], removed: ["deal.read", "branch.read", "merchant.read"] };
  expect(isPermitted({ role: "marketing", set: withoutReads }, "branch.read")).toBe(true);
  const offers = ADMIN_ACTIONS.filter((action) => /^(deal|promotion|coupon)/.test(action));
  const nothing = { ...withoutReads, removed: [...withoutReads.removed, ...offers] };
  for (const read of ["deal.read", "branch.read", "merchant.read"] as const)
    expect(isPermitted({ role: "marketing", set: nothing }, read)).toBe(false);
});
