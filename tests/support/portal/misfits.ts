import type { Page } from "playwright";
import { untilDrawn } from "./browser";

/** Windows between a phone and a desk, and a desk's window at 200 %: half as wide, with twice the dots. */
export const WINDOWS = [
  { width: 1024, dots: 1 },
  { width: 900, dots: 1 },
  { width: 768, dots: 1 },
  { width: 640, dots: 1 },
  { width: 640, dots: 2 },
  { width: 512, dots: 2 },
] as const;

export async function setWindow(page: Page, { width, dots }: (typeof WINDOWS)[number]): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send("Emulation.setDeviceMetricsOverride", {
    width,
    height: 900,
    deviceScaleFactor: dots,
    mobile: false,
  });
  await client.detach();
  await untilDrawn(page);
}

/** Gives the page its own window back. */
export async function clearWindow(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send("Emulation.clearDeviceMetricsOverride");
  await client.detach();
  const own = page.viewportSize();
  if (own !== null) await page.setViewportSize(own);
}

/** Runs in the page. Lists the page when too wide, words that are broken or cut, and controls out of view. */
export function misfits(): string[] {
  const found: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`The page is ${scrollWidth - clientWidth} px too wide`);
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getBoundingClientRect().width > 1;
  const isReadOut = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).clipPath !== "none" || isReadOut(element.parentElement));
  const place = (element: Element) =>
    element.closest("[role=cell], [role=columnheader], li, p, dd, dt, h1, h2, h3");
  const scope = document.querySelector("[role=dialog]") ?? document.querySelector("main") ?? document.body;
  const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const element = node.parentElement;
    // A choice shows as much of its value as there is room for, and all of it when it is opened; what is for screen readers is not seen.
    if (!element || !isShown(element) || element.closest("[aria-haspopup=listbox], pre, svg, .sr-only"))
      continue;
    // A head that is only read out is clipped on purpose.
    if (isReadOut(element)) continue;
    // A line may end after these as well as after a space.
    for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[^\s\-–—/?&…]+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
      const [first] = lines;
      if (first === undefined) continue;
      if (lines.some(({ top }) => Math.abs(top - first.top) > first.height / 2))
        found.push(`"${word}" is broken in "${place(element)?.textContent?.slice(0, 60)}"`);
      for (let box: Element | null = element; box && box !== scope; box = box.parentElement) {
        if (!["hidden", "clip"].includes(getComputedStyle(box).overflowX)) continue;
        const { left, right } = box.getBoundingClientRect();
        if (lines.some((line) => line.left < left - 1 || line.right > right + 1))
          found.push(`"${word}" is cut in "${place(element)?.textContent?.slice(0, 60)}"`);
      }
    }
  }
  for (const control of document.querySelectorAll(
    "a[href], button, summary, input, [role=tab], [role=radio]",
  )) {
    if (!isShown(control) || control.closest("[aria-hidden=true]")) continue;
    const { left, right } = control.getBoundingClientRect();
    if (left < -1 || right > clientWidth + 1)
      found.push(`"${control.textContent || control.getAttribute("aria-label")}" is out of view`);
  }
  return [...new Set(found)];
}
