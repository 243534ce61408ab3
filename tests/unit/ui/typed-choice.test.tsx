import type { KeyboardEvent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { useTypedChoice } from "@/components/ui/select";

const CHOICES = ["Active", "Blocked", "Suspended", "Écarté", "Sub account"].map((label) => ({ label }));

let choose: ReturnType<typeof useTypedChoice> | undefined;

function List() {
  choose = useTypedChoice();
  return null;
}

/** Types at a closed list; the label that is chosen after each key. */
function typeAt(keys: readonly [key: string, atMs: number][], first?: string): (string | undefined)[] {
  renderToStaticMarkup(<List />);
  let chosen = CHOICES.find(({ label }) => label === first);
  return keys.map(([key, timeStamp]) => {
    const event = { key, timeStamp, altKey: false, ctrlKey: false, metaKey: false } as KeyboardEvent;
    chosen = choose?.(event, CHOICES, chosen) ?? chosen;
    return chosen?.label;
  });
}

test("letters that follow each other within a second are one word", () => {
  expect(
    typeAt([
      ["s", 0],
      ["u", 400],
      ["b", 800],
    ]),
  ).toEqual(["Suspended", "Suspended", "Sub account"]);
});

test("the same letter again leads to the next choice, and round", () => {
  expect(
    typeAt([
      ["S", 0],
      ["S", 300],
      ["S", 600],
    ]),
  ).toEqual(["Suspended", "Sub account", "Suspended"]);
});

test("a later letter begins a new word, whatever its case and accent", () => {
  expect(
    typeAt([
      ["b", 0],
      ["e", 1_500],
    ]),
  ).toEqual(["Blocked", "Écarté"]);
});

test("keys that are no letters choose nothing", () => {
  expect(
    typeAt(
      [
        ["Tab", 0],
        [" ", 10],
        ["x", 20],
      ],
      "Active",
    ),
  ).toEqual(["Active", "Active", "Active"]);
});
