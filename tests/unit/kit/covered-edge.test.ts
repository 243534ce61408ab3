import { expect, test } from "vitest";
import { coveredHeight } from "@/components/kit/covered-edge";

const visible = (height: number, offsetTop = 0, scale = 1) => ({ height, offsetTop, scale });

test("nothing is covered while all of the window can be seen", () => {
  expect(coveredHeight({ height: 844, visible: visible(844) })).toBe(0);
  // The bars of the browser come and go; the two are then measured one after the other.
  expect(coveredHeight({ height: 788, visible: visible(844) })).toBe(0);
});

test("a keyboard covers what is below the part that can be seen, wherever that part has been moved to", () => {
  expect(coveredHeight({ height: 844, visible: visible(510) })).toBe(334);
  expect(coveredHeight({ height: 844, visible: visible(510, 120) })).toBe(214);
  expect(coveredHeight({ height: 844, visible: visible(510, 334) })).toBe(0);
});

test("two fingers cover nothing, and heights are whole", () => {
  expect(coveredHeight({ height: 844, visible: visible(422, 0, 2) })).toBe(0);
  expect(coveredHeight({ height: 844, visible: visible(510.4) })).toBe(334);
});
