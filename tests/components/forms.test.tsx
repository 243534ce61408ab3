import { describe, expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { PasswordCard } from "@/components/account/password-card";
import { ClientForm } from "@/components/clients/client-form";
import { StaffForm } from "@/components/staff/staff-form";
import { LANGUAGES } from "@/lib/platform/language";
import { FIELD_PROBLEMS } from "@/lib/portal/wire/problems";
import { messages as ar } from "@/messages/ar";
import { messages as en } from "@/messages/en";
import { expectAccessible } from "@/tests/support/components/axe";
import { Refusal, show } from "@/tests/support/components/show";

const TEXTS = { en, ar } as const;
const nothing = () => undefined;

const field = (label: string) => page.getByRole("textbox", { name: label, exact: true });
const isGone = (text: string) => expect.element(page.getByText(text)).not.toBeInTheDocument();

/** Nothing covers a part of the page that is drawn at these heights of it. */
function isClear(part: Element, heights: (box: DOMRect) => number[]): boolean {
  const box = part.getBoundingClientRect();
  return heights(box).every((y) => {
    const there = document.elementFromPoint(box.left + box.width / 2, y);
    return there !== null && (part.contains(there) || there.contains(part));
  });
}

/** The field has the focus and can be seen whole, with what is said below it: nothing that sticks to an edge covers it. */
async function expectShown(input: Locator): Promise<void> {
  await expect.element(input).toHaveFocus();
  const edges = ({ top, bottom }: DOMRect) => [top + 2, bottom - 2];
  await expect
    .poll(() => {
      const element = input.element();
      const note = document.getElementById(element.getAttribute("aria-describedby")?.split(" ")[0] ?? "");
      return [element, ...(note ? [note] : [])].every((part) => isClear(part, edges));
    })
    .toBe(true);
}

describe.each(LANGUAGES)("a form in %s", (language) => {
  const texts = TEXTS[language];
  const { clients, staff, account } = texts;
  const problem = (name: keyof typeof FIELD_PROBLEMS) => FIELD_PROBLEMS[name][language];
  const nameMissing = texts.ui.fillIn.replace("{field}", clients.name);
  const submit = (name: string) => page.getByRole("button", { name, exact: true }).click();
  /** A form that is longer than its drawer. */
  const showClientForm = async (answer: unknown) => {
    await page.viewport(1280, 480);
    const choices = { merchants: [], branches: [], mayGiveAll: false, turnover: null };
    await show(<ClientForm client={null} onIssued={nothing} onClose={nothing} />, {
      language,
      answers: { "GET manage/clients/choices": choices, "POST manage/clients": answer },
    });
    await page.getByText(clients.sandbox.live, { exact: true }).click();
  };

  test("brings the first wrong field into view and focuses it, and what is mended is no longer marked", async () => {
    await showClientForm({});
    await page.getByText(clients.groups.network, { exact: true }).click();
    await field(clients.burst).fill("5");
    await submit(clients.issue);
    await expectShown(field(clients.name));
    await expect.element(page.getByText(nameMissing)).toBeVisible();
    await expect.element(page.getByText(problem("burst"))).toBeVisible();
    await expectAccessible();
    await field(clients.name).fill("Kiosk");
    await isGone(nameMissing);
    await submit(clients.issue);
    await expectShown(field(clients.burst));
    // It is mended by another field, from which it differs.
    await field(clients.perSecond).fill("5");
    await isGone(problem("burst"));
    expect(document.querySelector("[aria-invalid=true]")).toBeNull();
    await field(clients.name).fill("");
    await expect.element(page.getByText(nameMissing)).toBeVisible();
  });

  test("clears an error of one field when another one mends it", async () => {
    await show(<PasswordCard />, { language });
    const password = (label: string) => page.getByLabelText(label, { exact: true });
    await password(account.currentPassword).fill("correct horse battery");
    await password(account.newPassword).fill("a longer and newer one");
    await password(account.repeatPassword).fill("a longer and better one");
    await submit(account.changePassword);
    await expect.element(page.getByText(problem("password_differs"))).toBeVisible();
    await password(account.newPassword).fill("a longer and better one");
    await isGone(problem("password_differs"));
  });

  test("begins in its first field, and shows what the server refuses at its field, until that field is changed", async () => {
    await page.viewport(1280, 480);
    const taken = new Refusal(422, "validation", { username: FIELD_PROBLEMS.taken });
    await show(<StaffForm user={null} merchantId={1} onInvited={nothing} onClose={nothing} />, {
      language,
      answers: { "GET manage/staff/sets": { sets: [], mayChange: false }, "POST manage/staff": taken },
    });
    await expectShown(field(staff.name));
    await field(staff.name).fill("Mona Adel");
    await field(staff.username).fill("supervisor");
    await page.getByRole("button", { name: staff.role }).click();
    await page.getByRole("option", { name: texts.roles.supervisor }).click();
    await submit(staff.makeLink);
    await expect.element(page.getByText(problem("taken"))).toBeVisible();
    await expectShown(field(staff.username));
    await field(staff.name).fill("Mona A.");
    await expect.element(page.getByText(problem("taken"))).toBeVisible();
    await field(staff.username).fill("mona");
    await isGone(problem("taken"));
  });

  test("says above its fields what none of them shows, and brings that into view", async () => {
    await showClientForm(new Refusal(403, "forbidden"));
    await field(clients.name).fill("Kiosk");
    page.getByLabelText(clients.lastDay).first().element().scrollIntoView({ block: "center" });
    await submit(clients.issue);
    const notice = page.getByRole("alert");
    await expect.element(notice).toBeVisible();
    await expect.poll(() => isClear(notice.element(), ({ top, height }) => [top + height / 2])).toBe(true);
    // It was about the attempt before.
    await field(clients.name).fill("Kiosk in the mall");
    await expect.element(notice).not.toBeInTheDocument();
  });
});
