import { NextIntlClientProvider } from "next-intl";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { BranchesField } from "@/components/deals/desk/public-fields";
import { ToggleChips } from "@/components/ui/toggle-chips";
import { loadMessages } from "@/lib/platform/messages";

const WRONG = "Choose at least one";
const BRANCH = {
  id: 1,
  merchantId: 1,
  name: { en: "One", ar: "" },
  address: { en: "", ar: "" },
  latitude: null,
  longitude: null,
  isActive: true,
};
const done = () => undefined;

// "The first problem" is found by this mark (components/kit/first-problem.ts).
test.each([
  [
    "branches",
    (errorMessage?: string) => (
      <BranchesField
        branches={[BRANCH]}
        value={[]}
        onChange={done}
        isDisabled={false}
        errorMessage={errorMessage}
      />
    ),
  ],
  [
    "chips",
    (errorMessage?: string) => (
      <ToggleChips
        label="Days"
        options={[{ id: "1", label: "Monday" }]}
        values={[]}
        onChange={done}
        errorMessage={errorMessage}
      />
    ),
  ],
])("%s are marked as wrong where they say what is wrong", async (_, field) => {
  const messages = await loadMessages("en");
  const html = (errorMessage?: string) =>
    renderToString(
      <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={messages}>
        {field(errorMessage)}
      </NextIntlClientProvider>,
    );
  expect(html(WRONG)).toContain(WRONG);
  expect(html(WRONG)).toMatch(/data-invalid|aria-invalid="true"/);
  expect(html()).not.toMatch(/data-invalid|aria-invalid="true"/);
});
