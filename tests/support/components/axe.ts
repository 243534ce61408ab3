import axe from "axe-core";
import { expect } from "vitest";
import { AXE_OPTIONS } from "@/tests/support/portal/axe-options";

/** Fails with every violation of the accessibility rules on the page as it stands. */
export async function expectAccessible(): Promise<void> {
  await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
  const { violations } = await axe.run(document.body, AXE_OPTIONS);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}
