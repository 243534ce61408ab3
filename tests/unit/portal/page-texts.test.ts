import { expect, test } from "vitest";
import { mergeTexts, pickTexts } from "@/lib/platform/texts";
import { PAGE_TEXTS } from "@/lib/portal/generated/page-texts";
import { messages } from "@/messages/en";

test("the texts of a page are those of all that it may show, now or when it is needed, but for those given around it", () => {
  // Of a dialog that the page fetches, and of a file that asks for them by their whole names.
  expect(PAGE_TEXTS["/till"]).toEqual(expect.arrayContaining(["till", "entries"]));
  expect(PAGE_TEXTS["/requests"]).toContain("programme.rule");
  expect(PAGE_TEXTS.shell).toContain("till.signOut");
  expect(Object.values(PAGE_TEXTS).flat()).not.toContain("ui");
  expect(PAGE_TEXTS["/manage/categories"]).toEqual(["categories"]);
});

test("groups of an area come under its name, and add to what is there of it", () => {
  const kept = pickTexts(messages, ["till.kept", "ui"]);
  expect(kept).toEqual({ till: { kept: messages.till.kept }, ui: messages.ui });
  expect(mergeTexts(kept, pickTexts(messages, ["till.signOut"]))).toEqual({
    till: { kept: messages.till.kept, signOut: messages.till.signOut },
    ui: messages.ui,
  });
});
