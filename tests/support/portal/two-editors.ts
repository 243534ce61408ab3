import type { Page } from "playwright";
import { expect } from "vitest";
import { expectAccessible } from "./browser";

/** What is entered into a field; a checkbox is ticked or not. */
export interface Entry {
  label: string;
  value: string | boolean;
}

/** A form that two people have open at the same time. */
export interface SharedForm {
  /** The first of the two has saved already when the second tries to. */
  first: Page;
  second: Page;
  /** Presses what saves the form, through everything that is asked before. */
  save: (page: Page) => Promise<void>;
}

const CONFLICT = "This was changed in the meantime";

const formOf = (page: Page) => page.getByRole("dialog");
const fieldOf = (page: Page, label: string) => formOf(page).getByLabel(label, { exact: true });

async function enter(page: Page, { label, value }: Entry): Promise<void> {
  if (typeof value === "string") return fieldOf(page, label).fill(value);
  if ((await fieldOf(page, label).isChecked()) !== value)
    await formOf(page).getByText(label, { exact: true }).click();
}

async function shown(page: Page, { label, value }: Entry): Promise<string | boolean> {
  return typeof value === "string" ? fieldOf(page, label).inputValue() : fieldOf(page, label).isChecked();
}

async function saveAndClose({ save }: SharedForm, page: Page): Promise<void> {
  await save(page);
  await formOf(page).waitFor({ state: "detached" });
}

/**
 * The two change different fields: the second is shown what the first has saved, in a form that is accessible, and saves
 * without undoing it.
 */
export async function changeDifferentFields(form: SharedForm, theirs: Entry, mine: Entry): Promise<void> {
  await enter(form.second, mine);
  await enter(form.first, theirs);
  await saveAndClose(form, form.first);
  await form.save(form.second);
  await formOf(form.second).getByText(CONFLICT).waitFor();
  expect(await shown(form.second, theirs)).toBe(theirs.value);
  expect(await shown(form.second, mine)).toBe(mine.value);
  await expectAccessible(form.second);
  await saveAndClose(form, form.second);
}

/** The two change one field: the second sees both values, and cannot save before choosing one. */
export async function changeSameField(
  form: SharedForm,
  { label, theirs, mine }: { label: string; theirs: string; mine: string },
  side: "Keep mine" | "Take theirs",
): Promise<void> {
  await enter(form.second, { label, value: mine });
  await enter(form.first, { label, value: theirs });
  await saveAndClose(form, form.first);
  await form.save(form.second);
  const choice = formOf(form.second).getByRole("region", { name: label, exact: true });
  // A value stands there in words, such as "40 days".
  await choice.getByText(new RegExp(`^${theirs}`)).waitFor();
  await choice.getByText(new RegExp(`^${mine}`)).waitFor();
  await formOf(form.second).getByRole("button", { name: SUBMITS }).click();
  await choice.getByText("Choose one of the two").waitFor();
  await choice.getByText(side, { exact: true }).click();
  await saveAndClose(form, form.second);
}

const SUBMITS = /^(Save|Review the change|Apply from now on|Put in force)/;
