import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("../../../app/globals.css", import.meta.url), "utf8");
const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

/** Name of a token → its colours, as globals.css gives them. */
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, { light, dark }] as const,
  ),
);

function colour(name: string, theme: Theme): string {
  const found = tokens.get(name);
  if (found === undefined) throw new Error(`There is no token ${name}.`);
  return found[theme];
}

/** Relative luminance as WCAG 2 defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ["canvas", "surface", "sunken", "raised", "hover"];
const TEXTS = [
  ...["ink", "ink-soft", "ink-faint"].flatMap((ink) => GROUNDS.map((ground) => [ink, ground] as const)),
  ...["accent", "danger", "success", "warning"].flatMap((ink) =>
    ["canvas", "surface", "raised"].map((ground) => [ink, ground] as const),
  ),
  ...["accent", "success", "warning", "danger"].map((tone) => [`${tone}-soft-ink`, `${tone}-soft`] as const),
  ["accent-ink", "accent"],
  ["accent-ink", "accent-hover"],
  ["danger-ink", "danger"],
  ["danger-ink", "danger-hover"],
  ["canvas", "ink"],
] as const;

/** What shows where a control begins, what is chosen, and where the focus is. */
const SHAPES = [
  ...["canvas", "surface", "raised", "sunken"].map((ground) => ["line-strong", ground] as const),
  ...["canvas", "surface", "raised", "sunken"].map((ground) => ["accent", ground] as const),
  ["danger", "surface"],
] as const;

test("the tokens are found in the style sheet", () => {
  expect(tokens.size).toBeGreaterThan(25);
});

describe.each(THEMES)("in the %s theme", (theme) => {
  test.each(TEXTS)("%s on %s can be read (WCAG AA, 4.5:1)", (ink, ground) => {
    expect(contrast(colour(ink, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(SHAPES)("%s on %s can be seen (WCAG AA, 3:1)", (shape, ground) => {
    expect(contrast(colour(shape, theme), colour(ground, theme))).toBeGreaterThanOrEqual(3);
  });
});
