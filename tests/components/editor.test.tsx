import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { BranchForm } from "@/components/branches/branch-form";
import { PromotionForm } from "@/components/promotions/promotion-form";
import type { ManagedBranch } from "@/lib/areas/branches/record";
import type { Promotion, Promotions } from "@/lib/areas/promotions/schemas";
import { ANY_BILL } from "@/lib/ledger/with/promotions/words";
import { expectAccessible } from "@/tests/support/components/axe";
import { Refusal, show } from "@/tests/support/components/show";

const nothing = () => undefined;
const field = (label: string) => page.getByRole("dialog").getByRole("textbox", { name: label, exact: true });
const save = () => page.getByRole("button", { name: "Save", exact: true }).click();
const isConflict = () => expect.element(page.getByText("This was changed in the meantime")).toBeVisible();

const BRANCH: ManagedBranch = {
  ...{ id: 7, version: 1, merchantId: 1, msisdn: "+201000000001", phone: "19000", isActive: true },
  ...{ nameEn: "Branch 1", nameAr: "فرع 1", addressEn: "1 Street", addressAr: "شارع الأول" },
  ...{ latitude: null, longitude: null, tillsNeedRegistration: false },
};
const READ = "GET manage/branches/7";
const CHANGE = "PATCH manage/branches/7";

/** A service whose branch another person saves before the first change arrives. */
function changedMeanwhile(theirs: Partial<ManagedBranch>) {
  const there: ManagedBranch = { ...BRANCH, ...theirs, version: 2 };
  return {
    [READ]: there,
    [CHANGE]: ({ version, ...changes }: { version: number }) =>
      version === there.version ? { ...there, ...changes, version: 3 } : new Refusal(409, "conflict"),
  };
}

const changesOf = (sent: readonly { request: string; body: unknown }[]) =>
  sent.filter(({ request }) => request === CHANGE).map(({ body }) => body);

describe("a record that another person has changed", () => {
  const opened = async (theirs: Partial<ManagedBranch>) => {
    const onClose = vi.fn();
    const shown = await show(<BranchForm branch={BRANCH} merchantId={1} onClose={onClose} />, {
      answers: changedMeanwhile(theirs),
    });
    return { ...shown, isClosed: () => expect.poll(() => onClose.mock.calls).toHaveLength(1) };
  };

  test("in other fields: the form shows them, and sends its own changes alone, on top of theirs", async () => {
    const { sent, isClosed } = await opened({ addressEn: "5 New Street" });
    await field("Phone").fill("19777");
    await save();
    await isConflict();
    await expect.element(field("Address in English")).toHaveValue("5 New Street");
    await expect.element(field("Phone")).toHaveValue("19777");
    await expectAccessible();
    await save();
    await isClosed();
    expect(changesOf(sent)).toEqual([
      { version: 1, phone: "19777" },
      { version: 2, phone: "19777" },
    ]);
  });

  test("in the same field: both values are shown, and nothing is sent before one is chosen", async () => {
    const { sent, isClosed } = await opened({ addressAr: "شارع الثالث" });
    await field("Address in Arabic").fill("شارع الثاني");
    await save();
    const choice = page.getByRole("region", { name: "Address in Arabic", exact: true });
    await expect.element(choice.getByText("شارع الثالث")).toBeVisible();
    await expect.element(choice.getByText("شارع الثاني")).toBeVisible();
    await save();
    await expect.element(choice.getByText("Choose one of the two")).toBeVisible();
    expect(changesOf(sent)).toHaveLength(1);
    await choice.getByText("Keep mine", { exact: true }).click();
    await save();
    await isClosed();
    expect(changesOf(sent).at(-1)).toEqual({ version: 2, addressAr: "شارع الثاني" });
  });

  test("in the same field, where theirs is taken: nothing is sent over it", async () => {
    const { sent, isClosed } = await opened({ nameEn: "Name of the other" });
    await field("Name in English").fill("Name of my own");
    await save();
    await page.getByText("Take theirs", { exact: true }).click();
    await expect.element(field("Name in English")).toHaveValue("Name of the other");
    await save();
    await isClosed();
    expect(changesOf(sent)).toHaveLength(1);
  });

  test("is told while it is written, as soon as the page has read it again", async () => {
    const { sent, change } = await opened({});
    await field("Phone").fill("19777");
    const theirs = { ...BRANCH, version: 2, nameEn: "Name of the other" };
    await change(<BranchForm branch={theirs} merchantId={1} onClose={nothing} />);
    await isConflict();
    await expect.element(field("Name in English")).toHaveValue("Name of the other");
    await expect.element(field("Phone")).toHaveValue("19777");
    expect(sent).toEqual([]);
  });
});

test("what was not changed is not sent", async () => {
  const onClose = vi.fn();
  const { sent } = await show(<BranchForm branch={BRANCH} merchantId={1} onClose={onClose} />);
  await save();
  await expect.poll(() => onClose.mock.calls).toHaveLength(1);
  expect(sent).toEqual([]);
});

test("two people write the items of a promotion: both are read in words, and the items that are taken stand in the form", async () => {
  const mine: Promotion = {
    ...{ id: 3, number: 3, version: 1, state: "draft", moves: [], dealId: null, wasPublished: false },
    ...{ merchantId: 1, merchant: null, nameEn: "Items", nameAr: "أصناف", budgetLeft: null },
    ...{ startsAt: "2030-01-01T00:00:00Z", endsAt: "2030-02-01T00:00:00Z", budgetPoints: 5_000 },
    ...{ walletMax: null, walletPeriod: null, walletPoints: null },
    rule: structuredClone({ ...ANY_BILL, kind: "skus", points: null }) as Promotion["rule"],
    skus: [{ skuId: "COFFEE", points: 5 }],
    given: { points: 0, rewards: 0, value: 0 },
  };
  const theirs = {
    ...mine,
    version: 2,
    skus: [
      { skuId: "COFFEE", points: 9 },
      { skuId: "TEA", points: 3 },
    ],
  };
  const known: Promotions = {
    ...{ stack: true, mayStack: true, timeZone: "Africa/Cairo", currency: "EGP" },
    ...{ merchants: [], branches: [], segments: [] },
    promotions: [mine],
  };
  const form = { known, onPublish: nothing, onClose: nothing };
  const { change } = await show(<PromotionForm {...form} promotion={mine} />);
  await field("Items and their points").fill("COFFEE 7");
  await change(<PromotionForm {...form} promotion={theirs} />);
  const choice = page.getByRole("region", { name: "Rule", exact: true });
  await expect.element(choice.getByText(/COFFEE \+9.*TEA \+3/)).toBeVisible();
  await expect.element(choice.getByText(/COFFEE \+7/)).toBeVisible();
  expect(choice.element().textContent).not.toContain("{");
  await choice.getByText("Take theirs", { exact: true }).click();
  await expect.element(field("Items and their points")).toHaveValue("COFFEE 9\nTEA 3");
});

test("closing a form over typed text asks first, and an untouched one closes at once", async () => {
  const onClose = vi.fn();
  const { change } = await show(<BranchForm key="first" branch={BRANCH} merchantId={1} onClose={onClose} />);
  await expect.element(field("Phone")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => onClose.mock.calls).toHaveLength(1);
  await change(<BranchForm key="second" branch={BRANCH} merchantId={1} onClose={onClose} />);
  await field("Phone").fill("1");
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("alertdialog")).toBeVisible();
  expect(onClose).toHaveBeenCalledOnce();
});
