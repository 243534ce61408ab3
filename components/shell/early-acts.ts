declare global {
  interface Window {
    releaseEarlyActs?: () => void;
  }
}

/**
 * What is typed, pressed and confirmed on a page before its scripts have taken it over is kept, and done as soon as they
 * have: it is neither lost nor answered by the browser itself, which would make an address of a customer's number. Runs in the
 * head of the page, before anything else, so its text has to stand alone. Everything is kept until
 * {@link releaseEarlyActs}, also keys that are nobody's in particular, such as shortcuts and what a scanner types. From then
 * on nothing is listened to any more.
 */
export function keepEarlyActs(): void {
  const patienceMs = 30_000;
  const actsMax = 100;
  const functionKeys = ["F1", "F2", "F4", "F8", "F9"];
  const waiting: { element: Element; act: () => void; until: number }[] = [];
  const typed = new Map<Element, string>();
  const listening = new AbortController();

  const buttonOf = ({ target }: Event) => (target instanceof Element ? target.closest("button") : null);
  const keep = (element: Element, act: () => void) => {
    // Who presses twice because nothing happens means it once.
    if (waiting.at(-1)?.element === element && element !== document.body) waiting.pop();
    if (waiting.length < actsMax) waiting.push({ element, act, until: performance.now() + patienceMs });
  };
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const isText = (field: EventTarget | null): field is HTMLInputElement | HTMLTextAreaElement =>
    (field instanceof HTMLInputElement && !["checkbox", "radio", "file"].includes(field.type)) ||
    field instanceof HTMLTextAreaElement;
  const write = (field: HTMLInputElement | HTMLTextAreaElement, text: string) =>
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text);

  const onClick = (event: Event) => {
    const button = buttonOf(event);
    // A button that sends a form is told by the form.
    if (button === null || button.type === "submit" || !event.isTrusted) return;
    stop(event);
    keep(button, () => button.click());
  };
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target;
    const { submitter } = event;
    if (!(form instanceof HTMLFormElement)) return;
    stop(event);
    keep(form, () => form.requestSubmit(submitter));
  };
  /** While it takes the page over React empties a field that was typed into: the next key goes on where the writer was. */
  const onBeforeInput = ({ target: field }: Event) => {
    if (!isText(field) || field.value !== "") return;
    const kept = typed.get(field);
    if (kept) write(field, kept);
  };
  const onInput = ({ target: field }: Event) => {
    if (!isText(field)) return;
    const isKept = typed.has(field);
    typed.set(field, field.value);
    if (isKept) return;
    keep(field, () => {
      // React compares with what it was last told: it is told that there was nothing, and then what there is.
      field.value = "";
      write(field, typed.get(field) ?? "");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, code, shiftKey, repeat, timeStamp, target } = event;
    if (!event.isTrusted || event.ctrlKey || event.altKey || event.metaKey) return;
    const isFunctionKey = functionKeys.includes(key);
    const isNobodys = target === document.body || target === document.documentElement;
    const isCharacter = [...key].length === 1;
    if (!isFunctionKey && !(isNobodys && (isCharacter || key === "Enter"))) return;
    // Where one field is what the page is for, somebody who types without having chosen any means that one.
    const field = isCharacter && key !== "?" ? document.querySelector("[data-first-field] input") : null;
    if (field instanceof HTMLElement) {
      field.focus();
      return;
    }
    if (isFunctionKey) event.preventDefault();
    event.stopImmediatePropagation();
    keep(document.body, () => {
      const again = new KeyboardEvent("keydown", {
        ...{ key, code, shiftKey, repeat },
        ...{ bubbles: true, cancelable: true },
      });
      // How fast keys follow each other tells a scanner from a person.
      Object.defineProperty(again, "timeStamp", { value: timeStamp });
      document.body.dispatchEvent(again);
    });
  };
  const listen = { capture: true, signal: listening.signal };
  window.addEventListener("click", onClick, listen);
  window.addEventListener("submit", onSubmit, listen);
  window.addEventListener("beforeinput", onBeforeInput, listen);
  window.addEventListener("input", onInput, listen);
  window.addEventListener("keydown", onKeyDown, listen);

  const doInTurn = () => {
    const first = waiting.shift();
    if (first === undefined) return;
    if (first.element.isConnected && performance.now() < first.until) first.act();
    // What one act has changed is on the page before the next is done; keys are a scanner's, and as fast as they were.
    if (waiting[0]?.element === document.body && first.element === document.body) doInTurn();
    else if (waiting.length > 0) requestAnimationFrame(doInTurn);
  };
  window.releaseEarlyActs = () => {
    if (listening.signal.aborted) return;
    listening.abort();
    doInTurn();
  };
}

/** Does what was done too early, now that there is somebody who knows what it means, and ends the listening. Once per page. */
export function releaseEarlyActs(): void {
  window.releaseEarlyActs?.();
}
