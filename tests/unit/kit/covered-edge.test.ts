import { expect, test } from "vitest";
import { coveredEdge } from "@/components/kit/action-bar";

const visible = (height: number, offsetTop = 0, scale = 1) => ({ height, offsetTop, scale });

test("nothing is covered while all of the window can be seen", () => {
  expect(coveredEdge({ height: 844, visible: visible(844) })).toEqual({ covered: 0, keyboard: 0 });
  // The bars of the browser come and go; the two are then measured one after the other.
  expect(coveredEdge({ height: 788, visible: visible(844) })).toEqual({ covered: 0, keyboard: 0 });
});

test("a keyboard covers what is below the part that can be seen, wherever that part has been moved to", () => {
  expect(coveredEdge({ height: 844, visible: visible(510) })).toEqual({ covered: 334, keyboard: 334 });
  expect(coveredEdge({ height: 844, visible: visible(510, 120) })).toEqual({ covered: 214, keyboard: 334 });
  expect(coveredEdge({ height: 844, visible: visible(510, 334) })).toEqual({ covered: 0, keyboard: 334 });
});

test("two fingers cover nothing, and heights are whole", () => {
  expect(coveredEdge({ height: 844, visible: visible(422, 0, 2) })).toEqual({ covered: 0, keyboard: 0 });
  expect(coveredEdge({ height: 844, visible: visible(510.4) })).toEqual({ covered: 334, keyboard: 334 });
});
