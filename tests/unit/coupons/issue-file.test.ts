import { expect, test } from "vitest";
import { walletCodesIn } from "@/components/coupons/issue-dialogs";
import { outcomeOf } from "@/components/coupons/issue-list";

test("the codes of a file are read with any ends of lines, its heading left out", () => {
  for (const end of ["\n", "\r\n", "\r"])
    expect(walletCodesIn(["Wallet code,Name", '"C-1",Mona', "", "C-2;Ali", ""].join(end))).toEqual([
      "C-1",
      "C-2",
    ]);
});

test("a file is a success only when a coupon came of every line", () => {
  const done = { state: "done", issued: 3, refused: 0 } as const;
  expect(outcomeOf(done)).toBe("done");
  expect(outcomeOf({ ...done, refused: 1 })).toBe("partly");
  expect(outcomeOf({ ...done, issued: 0, refused: 1_000 })).toBe("nothing");
  expect(outcomeOf({ ...done, state: "running", issued: 0, refused: 5 })).toBe("running");
});
