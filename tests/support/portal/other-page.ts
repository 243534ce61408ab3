import { vi } from "vitest";
import { COMPLAINTS_SCRIPT } from "./listening-proxy";
import type { OtherBrowser } from "./other-browsers";

/** Keys without a letter, as WebDriver writes them. */
export const KEYS = {
  enter: "\uE006",
  escape: "\uE00C",
  space: " ",
  f4: "\uE034",
  f8: "\uE038",
} as const;

/** Longer than any scanner's, so that keys are a hand's. */
const HAND_MS = 160;

/** The one page of a browser of another maker, used by its keys and its pointer alone. */
export class OtherPage {
  constructor(
    readonly browser: OtherBrowser,
    readonly url: string,
  ) {}

  async go(path: string): Promise<void> {
    await this.browser.send("go", { url: `${this.url}${path}` });
  }

  /** Runs a function's body in the page. */
  evaluate(script: string, ...args: readonly unknown[]): Promise<unknown> {
    return this.browser.send("evaluate", { script, args });
  }

  /** Waits until a script returns something; a page that is being left returns nothing. */
  async until<Returned>(awaited: string, script: string, ...args: readonly unknown[]): Promise<Returned> {
    let returned: unknown;
    try {
      await vi.waitUntil(
        async () => {
          returned = await this.evaluate(script, ...args).catch(() => null);
          return returned;
        },
        { timeout: 60_000, interval: 100 },
      );
    } catch (error) {
      const shown = await this.evaluate("return location.href + ': ' + document.body.innerText");
      const complaints = JSON.stringify(await this.complaints());
      throw new Error(`No ${awaited}. ${complaints} ${String(shown).slice(0, 3_000)}`, { cause: error });
    }
    return returned as Returned;
  }

  async untilTakenOver(): Promise<void> {
    await this.until("page that is taken over", "return window.isPageTakenOver?.() === true");
  }

  async untilAt(path: string): Promise<void> {
    await this.until(`page at ${path}`, "return location.pathname === arguments[0]", path);
  }

  async untilFocused(name: string): Promise<void> {
    await this.until(`focus on ${name}`, "return document.activeElement?.name === arguments[0]", name);
  }

  /** Waits for a text that can be seen, within the first of these elements. */
  async untilSeen(text: string, within = "body"): Promise<void> {
    const script =
      "return [...document.querySelectorAll(arguments[0])].some((one) => one.innerText.includes(arguments[1]))";
    await this.until(`"${text}" in ${within}`, script, within, text);
  }

  /** Clicks the first element that can be used and whose name begins so. */
  async click(selector: string, name = ""): Promise<void> {
    const script = `
      const [selector, name] = arguments;
      const labelsOf = (one) => (one.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id));
      const nameOf = (one) => [one.ariaLabel, ...labelsOf(one).map((label) => label?.innerText), one.innerText];
      return [...document.querySelectorAll(selector)].find(
        (one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled &&
          nameOf(one).some((text) => text?.trim().startsWith(name)),
      )`;
    await this.#clickFound(`${selector} "${name}"`, script, selector, name);
  }

  /** Clicks the field with a label. */
  async clickField(label: string): Promise<void> {
    const script =
      "return [...document.querySelectorAll('label')].find((one) => one.innerText.startsWith(arguments[0]))?.control";
    await this.#clickFound(`field "${label}"`, script, label);
  }

  async #clickFound(awaited: string, script: string, ...args: readonly string[]): Promise<void> {
    const found = await this.until<object>(awaited, script, ...args);
    // A driver scrolls no further than to the window's edge, where a bar may lie over the element.
    await this.evaluate("arguments[0].scrollIntoView({ block: 'center' })", found);
    await this.browser.send("click", { id: Object.values(found)[0] });
  }

  /** Presses keys one after the other, so many milliseconds apart. */
  async type(keys: string, gapMs = HAND_MS): Promise<void> {
    await this.#press([...keys].map((key) => ({ key, gapMs })));
  }

  /** Presses keys as a scanner does, and Enter so many milliseconds after the last one. */
  async scan(code: string, enterAfterMs: number): Promise<void> {
    const gaps = [...code].map((key, place) => ({ key, gapMs: place === 0 ? HAND_MS : 8 }));
    await this.#press([...gaps, { key: KEYS.enter, gapMs: enterAfterMs }]);
  }

  async #press(keys: readonly { key: string; gapMs: number }[]): Promise<void> {
    const actions = keys.flatMap(({ key, gapMs }) => [
      { type: "pause", duration: gapMs },
      { type: "keyDown", value: key },
      { type: "keyUp", value: key },
    ]);
    await this.browser.send("act", { actions: [{ type: "key", id: "keyboard", actions }] });
  }

  /** Errors in the pages of this tab. */
  async complaints(): Promise<string[]> {
    return (await this.evaluate(COMPLAINTS_SCRIPT)) as string[];
  }
}
