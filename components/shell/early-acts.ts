import { noteScripts } from "./missing-scripts";

declare global {
  interface Window {
    releaseEarlyKeys?: () => void;
    endEarlyActs?: () => void;
    /** Whether nothing of the page is left to be taken over, for tests. */
    isPageTakenOver?: () => boolean;
  }
}

/**
 * Keys, presses and confirmations on a page before its scripts have taken it over are kept and done as soon as they have: they are neither
 * lost nor answered by the browser itself, which would make an address of a customer's number. Runs in the head of the page, before
 * anything else, so its text has to stand alone. The page is taken over when {@link endEarlyActs} says so, a lazy part of it when the marks
 * around that are gone (`components/ui/lazy-part.tsx`); acts on elements that are taken over are not kept. Keys that are nobody's in
 * particular, such as shortcuts and what a scanner types, are kept until {@link releaseEarlyKeys}.
 */
export function keepEarlyActs(): void {
  const patienceMs = 30_000;
  const keysMax = 100;
  const lookAgainMs = 500;
  /** A finger that lies still moves as little, in CSS pixels. */
  const stillWithin = 10;
  const functionKeys = ["F1", "F2", "F4", "F8", "F9"];
  const waiting: { element: Element; act: () => void; until: number }[] = [];
  const typed = new Map<Element, string>();
  let keys: KeyboardEvent[] | null = [];
  let pressed: { button: HTMLButtonElement; x: number; y: number } | null = null;
  let told: Element | null = null;
  let isLive = false;
  let isActing = false;
  let isOver = false;

  /** Whether the element stands between the marks of a lazy part. */
  const isWaiting = (element: Element) => {
    let open = 0;
    for (const mark of document.querySelectorAll<HTMLElement>("template[data-waiting]"))
      if (mark.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
        open += mark.dataset.waiting === "from" ? 1 : -1;
    return open > 0;
  };
  const isAlive = (element: Element) => isOver || (isLive && !isWaiting(element));
  /** Typed text comes first: a press elsewhere may draw its field anew. */
  const mustWait = (element: Element) => !isActing && (typed.size > 0 || !isAlive(element));
  const buttonOf = ({ target }: Event) => (target instanceof Element ? target.closest("button") : null);
  const doInTurn = () => {
    const [first] = waiting;
    if (first === undefined) return;
    const isWanted = first.element.isConnected && performance.now() < first.until;
    if (!isWanted || isAlive(first.element)) {
      waiting.shift();
      isActing = true;
      if (isWanted) first.act();
      isActing = false;
      typed.delete(first.element);
    }
    // The page shows the change of one act before the next is done.
    if (waiting.length > 0) requestAnimationFrame(doInTurn);
  };
  const keep = (element: Element, act: () => void) => {
    // A second press because nothing happens counts once.
    if (waiting.at(-1)?.element === element) waiting.pop();
    waiting.push({ element, act, until: performance.now() + patienceMs });
    if (waiting.length === 1) requestAnimationFrame(doInTurn);
  };
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  const onPointerDown = (event: PointerEvent) => {
    const button = buttonOf(event);
    const isEarly = button !== null && mustWait(button);
    pressed = isEarly ? { button, x: event.clientX, y: event.clientY } : null;
  };
  const onClick = (event: MouseEvent) => {
    const below = buttonOf(event);
    const early = pressed;
    pressed = null;
    // The page may move below a finger that lies still, when React takes it over: what was under it at first is meant.
    const isStill =
      early !== null && Math.hypot(event.clientX - early.x, event.clientY - early.y) < stillWithin;
    const button = isStill ? early.button : below;
    if (button === null || !event.isTrusted) return;
    // A button that sends a form is told by the form.
    if (button.type === "submit" && button === below) return;
    if (!mustWait(button) && button !== early?.button) return;
    stop(event);
    keep(button, () => button.click());
  };
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target;
    const { submitter } = event;
    if (!(form instanceof HTMLFormElement)) return;
    if (!mustWait(form)) return;
    stop(event);
    keep(form, () => form.requestSubmit(submitter));
  };
  const isText = (field: EventTarget | null): field is HTMLInputElement | HTMLTextAreaElement =>
    (field instanceof HTMLInputElement && !["checkbox", "radio", "file"].includes(field.type)) ||
    field instanceof HTMLTextAreaElement;
  const write = (field: HTMLInputElement | HTMLTextAreaElement, text: string) =>
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text);
  /** Between two keys React may have emptied the field: the next one goes on where the writer was. */
  const onBeforeInput = ({ target: field }: Event) => {
    if (!isText(field) || field.value !== "") return;
    const kept = typed.get(field);
    if (kept) write(field, kept);
  };
  const onInput = (event: Event) => {
    const field = event.target;
    if (!isText(field) || field === told) return;
    const isKept = typed.has(field);
    const isEarly = !isAlive(field);
    if (!isKept && !isEarly) return;
    // Told of it now, React would take the field over at once and empty it.
    if (isEarly) event.stopImmediatePropagation();
    typed.set(field, field.value);
    if (isKept) return;
    keep(field, () => {
      // React compares with what it was last told: it is told that there was nothing, and then what there is.
      field.value = "";
      write(field, typed.get(field) ?? "");
      told = field;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      told = null;
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (keys === null || !event.isTrusted || event.ctrlKey || event.altKey || event.metaKey) return;
    const isFunctionKey = functionKeys.includes(key);
    const isNobodys = target === document.body || target === document.documentElement;
    const isCharacter = [...key].length === 1;
    if (!isFunctionKey && !(isNobodys && (isCharacter || key === "Enter"))) return;
    // Where one field is what the page is for, a person who types without having chosen any means that one.
    const field = isCharacter && key !== "?" ? document.querySelector("[data-first-field] input") : null;
    if (field instanceof HTMLElement) return field.focus();
    if (isFunctionKey) event.preventDefault();
    event.stopImmediatePropagation();
    if (keys.length < keysMax) keys.push(event);
  };
  const listeners = {
    pointerdown: onPointerDown,
    click: onClick,
    submit: onSubmit,
    beforeinput: onBeforeInput,
    input: onInput,
  };
  for (const [name, listener] of Object.entries(listeners))
    window.addEventListener(name, listener as EventListener, { capture: true });
  window.addEventListener("keydown", onKeyDown, { capture: true });

  window.isPageTakenOver = () => isLive && document.querySelector("template[data-waiting]") === null;
  window.endEarlyActs = () => {
    isLive = true;
    const until = performance.now() + patienceMs;
    const endWhenWhole = () => {
      // A press in time is waited for until it is let go.
      if (performance.now() < until && (pressed !== null || !window.isPageTakenOver?.()))
        return void setTimeout(endWhenWhole, lookAgainMs);
      isOver = true;
      for (const [name, listener] of Object.entries(listeners))
        window.removeEventListener(name, listener as EventListener, { capture: true });
    };
    endWhenWhole();
  };

  window.releaseEarlyKeys = () => {
    const kept = keys ?? [];
    keys = null;
    window.removeEventListener("keydown", onKeyDown, { capture: true });
    for (const { key, code, shiftKey, repeat, timeStamp } of kept) {
      const again = new KeyboardEvent("keydown", {
        key,
        code,
        shiftKey,
        repeat,
        bubbles: true,
        cancelable: true,
      });
      // How fast keys follow each other tells a scanner from a person.
      Object.defineProperty(again, "timeStamp", { value: timeStamp });
      document.body.dispatchEvent(again);
    }
  };
}

/** Has the keys that came too early pressed again, now that there is a person who knows what they mean. Once per page. */
export function releaseEarlyKeys(): void {
  window.releaseEarlyKeys?.();
}

/** To be called once the page is taken over but for its lazy parts; nothing is kept any more as soon as these are as well. */
export function endEarlyActs(): void {
  noteScripts();
  window.endEarlyActs?.();
  // A page that the browser draws itself, as for an address without a page, has run no script in its head.
  window.isPageTakenOver ??= () => true;
}
