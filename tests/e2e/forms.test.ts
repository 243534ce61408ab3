import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { FIELD_PROBLEMS } from "@/lib/portal/wire/problems";
import { messages as ar } from "@/messages/ar";
import { messages as en } from "@/messages/en";
import { BEHAVIOUR_LANGUAGES } from "@/tests/support/deep";
import { expectAccessible } from "@/tests/support/portal/browser";
import { startPortal } from "@/tests/support/portal/portal";

const portal = startPortal();

const TEXTS = { en, ar } as const;
/** So low that a form is longer than its drawer. */
const LOW = { viewport: { width: 1280, height: 480 } };

const field = (form: Locator, label: string) => form.getByLabel(label, { exact: true });

/** The field has the focus and can be seen whole, with what is said below it: nothing that sticks to an edge covers it. */
async function expectShown(form: Locator, input: Locator): Promise<void> {
  await expect.poll(() => input.evaluate((element) => element === document.activeElement)).toBe(true);
  const isClear = () =>
    input.evaluate((element) => {
      const note = document.getElementById(element.getAttribute("aria-describedby")?.split(" ")[0] ?? "");
      return [element, ...(note ? [note] : [])].every((part) => {
        const { left, top, bottom, width } = part.getBoundingClientRect();
        const x = left + width / 2;
        return [top + 2, bottom - 2].every((y) => {
          const there = document.elementFromPoint(x, y);
          return there !== null && (part.contains(there) || there.contains(part));
        });
      });
    });
  await expect.poll(isClear).toBe(true);
  expect(await form.isVisible()).toBe(true);
}

async function openForm(page: Page, button: string): Promise<Locator> {
  await page.getByRole("button", { name: button, exact: true }).click();
  const form = page.getByRole("dialog");
  await form.waitFor();
  return form;
}

describe.each(BEHAVIOUR_LANGUAGES)("a form in %s", (language) => {
  const texts = TEXTS[language];
  const problem = (name: keyof typeof FIELD_PROBLEMS) => FIELD_PROBLEMS[name][language];
  const nameMissing = texts.ui.fillIn.replace("{field}", texts.clients.name);

  test("brings the first wrong field into view and focuses it, and what is mended is no longer marked", async () => {
    const page = await portal.signedIn("merchant_admin", "/manage/clients", { language, context: LOW });
    const form = await openForm(page, texts.clients.issue);
    await form.getByRole("radio", { name: texts.clients.sandbox.live }).click({ force: true });
    const submit = form.getByRole("button", { name: texts.clients.issue, exact: true });
    const [name, perSecond, burst] = [
      field(form, texts.clients.name),
      field(form, texts.clients.perSecond),
      field(form, texts.clients.burst),
    ];
    await form.getByText(texts.clients.groups.network).click();
    await burst.fill("5");
    await submit.click();
    await expectShown(form, name);
    await form.getByText(nameMissing).waitFor();
    await form.getByText(problem("burst")).waitFor();
    await expectAccessible(page);
    await name.fill("Kiosk");
    await form.getByText(nameMissing).waitFor({ state: "detached" });
    await submit.click();
    await expectShown(form, burst);
    // It is mended by another field, from which it differs.
    await perSecond.fill("5");
    await form.getByText(problem("burst")).waitFor({ state: "detached" });
    expect(await form.locator("[aria-invalid=true]").count()).toBe(0);
    await name.fill("");
    await form.getByText(nameMissing).waitFor();
  });

  test("clears an error of one field when another one mends it", async () => {
    const page = await portal.signedIn("supervisor", "/account", { language });
    const { currentPassword, newPassword, repeatPassword, changePassword } = texts.account;
    const main = page.getByRole("main");
    await field(main, currentPassword).fill("correct horse battery");
    await field(main, newPassword).fill("a longer and newer one");
    await field(main, repeatPassword).fill("a longer and better one");
    await main.getByRole("button", { name: changePassword, exact: true }).click();
    await main.getByText(problem("password_differs")).waitFor();
    await field(main, newPassword).fill("a longer and better one");
    await main.getByText(problem("password_differs")).waitFor({ state: "detached" });
  });

  test("begins in its first field, and shows what the server refuses at its field, until that field is changed", async () => {
    const page = await portal.signedIn("merchant_admin", "/manage/staff", { language, context: LOW });
    const form = await openForm(page, texts.staff.invite);
    const [name, username] = [field(form, texts.staff.name), field(form, texts.staff.username)];
    await expectShown(form, name);
    await name.fill("Mona Adel");
    await username.fill("supervisor");
    await form.getByText(language === "en" ? "Branch 1" : "فرع 1", { exact: true }).click();
    await form.getByRole("button", { name: texts.staff.makeLink, exact: true }).click();
    await form.getByText(problem("taken")).waitFor();
    await expectShown(form, username);
    await name.fill("Mona A.");
    await form.getByText(problem("taken")).waitFor();
    await username.fill("mona");
    await form.getByText(problem("taken")).waitFor({ state: "detached" });
  });

  test("says above its fields what none of them shows, and brings that into view", async () => {
    const page = await portal.signedIn("merchant_admin", "/manage/clients", { language, context: LOW });
    const form = await openForm(page, texts.clients.issue);
    await form.getByRole("radio", { name: texts.clients.sandbox.live }).click({ force: true });
    await field(form, texts.clients.name).fill("Kiosk");
    const submit = form.getByRole("button", { name: texts.clients.issue, exact: true });
    await page.context().setOffline(true);
    await form.getByLabel(texts.clients.lastDay).first().scrollIntoViewIfNeeded();
    await submit.click();
    const notice = form.getByRole("alert");
    await notice.waitFor();
    await expect
      .poll(() =>
        notice.evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        }),
      )
      .toBe(true);
    await page.context().setOffline(false);
    // It was about the attempt before.
    await field(form, texts.clients.name).fill("Kiosk in the mall");
    await notice.waitFor({ state: "detached" });
  });
});
