import { describe, expect, test } from "vitest";
import { partsOfChange } from "@/lib/areas/programme/words";
import { SETTINGS } from "@/lib/ledger/rules/programme-settings";
import { initialValues } from "@/lib/ledger/rules/setting";

const before = initialValues(SETTINGS);
const raised = (before.adjustmentApprovalAbove ?? 0) + 1;

describe("changes of settings that are saved together", () => {
  test("save what one person may alone at once, before what waits for a second person", () => {
    const parts = partsOfChange(before, { pointsValidityMonths: 6, adjustmentApprovalAbove: raised }, []);
    expect(parts).toEqual([{ pointsValidityMonths: 6 }, { adjustmentApprovalAbove: raised }]);
  });

  test("are sent as one where all of them wait, or none", () => {
    expect(partsOfChange(before, { pointsValidityMonths: 6 }, [])).toHaveLength(1);
    expect(partsOfChange(before, { adjustmentApprovalAbove: raised }, [])).toHaveLength(1);
    expect(partsOfChange(before, {}, [])).toEqual([]);
  });

  test("never part settings that count beside one another", () => {
    const changes = { pointsValidityMonths: 6, adjustmentApprovalAbove: raised };
    expect(partsOfChange(before, changes, [["pointsValidityMonths", "adjustmentApprovalAbove"]])).toEqual([
      changes,
    ]);
  });
});
