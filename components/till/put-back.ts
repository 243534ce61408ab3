import { type TextsOfFields, writeInto } from "./write-into";

let forget: () => void = () => undefined;

/**
 * Gives the fields their texts back when the next key is an Enter in one of them: a person had typed them, or a program that fills forms. Any
 * other key forgets them.
 */
export function putBackByEnter(texts: TextsOfFields): void {
  forget();
  const ended = new AbortController();
  forget = () => ended.abort();
  const onKeyDown = (event: KeyboardEvent) => {
    // A second Enter of the scanner, or one that is held.
    if (event.defaultPrevented || event.repeat) return;
    forget();
    if (event.key !== "Enter" || !texts.some(([field]) => field === event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    for (const [field, text] of texts) writeInto(field, text);
  };
  window.addEventListener("keydown", onKeyDown, { capture: true, signal: ended.signal });
}
