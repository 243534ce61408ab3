/** Marks a field's text once the page has drawn it, so that it is typed over; not when a key has come first, which is part of the new text. */
export function markWholeSoon(field: () => HTMLInputElement | null): void {
  let isTyped = false;
  const note = () => {
    isTyped = true;
  };
  window.addEventListener("keydown", note, { capture: true, once: true });
  requestAnimationFrame(() => {
    window.removeEventListener("keydown", note, { capture: true });
    if (!isTyped) field()?.select();
  });
}
