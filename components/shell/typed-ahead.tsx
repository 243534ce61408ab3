import { useEffect } from "react";

let typed = "";

/** Keeps what is typed for a field that is still being fetched; it would be lost, or run the page's shortcuts. */
export function TypedAhead() {
  useEffect(() => {
    // Text for a field that did not come is not for the next one.
    typed = "";
    const keep = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (key.length > 1 || ctrlKey || metaKey || altKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      typed += key;
    };
    window.addEventListener("keydown", keep, true);
    return () => window.removeEventListener("keydown", keep, true);
  }, []);
  return null;
}

/** The text typed until the field came, once. */
export function takeTypedAhead(): string {
  const text = typed;
  typed = "";
  return text;
}
