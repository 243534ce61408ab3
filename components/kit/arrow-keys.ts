import type { KeyboardEvent } from "react";

/**
 * For the keys of a list: the arrows move the focus to the element above or below, Home and End to the first and the last. Any other
 * key, and a key pressed elsewhere than on one of the elements, is left alone.
 */
export function moveByArrows(event: KeyboardEvent, elements: readonly HTMLElement[]): void {
  const at = elements.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: elements.length - 1 }[event.key];
  if (at === -1 || to === undefined) return;
  event.preventDefault();
  elements[to]?.focus();
}
