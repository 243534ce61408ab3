import type { Page } from "playwright";
import { expect } from "vitest";
import { expectAccessible } from "./browser";

/** Somebody's page with the form open in it. */
export interface OpenForm {
  page: Page;
  /** Presses what saves the form, through everything that is asked before. */
  save: () => Promise<void>;
}

export interface Entry {
  label: string;
  value: string;
}

const CONFLICT = "Somebody else changed this in the meantime";

/** The open form: the last panel or dialog that is not a question. */
const formOf = ({ page }: OpenForm) => page.getByRole("dialog").last();

async function enter(form: OpenForm, { label, value }: Entry): Promise<void> {
  await formOf(form).getByLabel(label, { exact: true }).fill(value);
}

async function saved(form: OpenForm): Promise<void> {
  await form.save();
  await formOf(form).waitFor({ state: "detached" });
}

/**
 * Two people have the same form open and change different fields: the second is shown what the first has saved, in a page
 * that is accessible, and saves without undoing it.
 */
export async function saveDifferentFields(
  [first, theirs]: [OpenForm, Entry],
  [second, mine]: [OpenForm, Entry],
): Promise<void> {
  await enter(second, mine);
  await enter(first, theirs);
  await saved(first);
  await second.save();
  await formOf(second).getByText(CONFLICT).waitFor();
  expect(await formOf(second).getByLabel(theirs.label, { exact: true }).inputValue()).toBe(theirs.value);
  expect(await formOf(second).getByLabel(mine.label, { exact: true }).inputValue()).toBe(mine.value);
  await expectAccessible(second.page);
  await saved(second);
}

/** Two people have the same form open and change one field: the second sees both values and cannot save without choosing. */
export async function saveSameField(
  [first, theirs]: [OpenForm, Entry],
  [second, mine]: [OpenForm, Entry],
  side: "Keep mine" | "Take theirs",
): Promise<void> {
  await enter(second, mine);
  await enter(first, theirs);
  await saved(first);
  await second.save();
  const choice = formOf(second).getByRole("region", { name: mine.label });
  await choice.getByText(theirs.value, { exact: true }).waitFor();
  await choice.getByText(mine.value, { exact: true }).waitFor();
  await second.save();
  await choice.getByText("Choose one of the two").waitFor();
  await choice.getByText(side, { exact: true }).click();
  await saved(second);
}
