/** However busy the page is, what it may need without a connection must not wait for ever. */
const PATIENCE_MS = 2_000;

/**
 * Runs pieces of work one after the other in the browser's idle time, after the page has loaded. A failed piece does
 * not stop the others.
 */
export async function doWhenIdle(pieces: readonly (() => unknown)[]): Promise<void> {
  await loaded();
  for (const piece of pieces) {
    await idle();
    try {
      await piece();
    } catch {
      // The part is fetched when it is needed.
    }
  }
}

/** A page that nobody has touched for as long is not about to be. */
const CALM_MS = 5_000;

/**
 * The same for invisible work: begun with the first key or press, or after a while without one, so that a slow device
 * answers its user first. Once begun, pages opened from this one do not wait again.
 */
export async function doWhenCalm(pieces: readonly (() => unknown)[]): Promise<void> {
  await loaded();
  await calm();
  await doWhenIdle(pieces);
}

let calming: Promise<void> | undefined;

function calm(): Promise<void> {
  calming ??= new Promise((resolve) => {
    const begin = () => {
      clearTimeout(timer);
      for (const name of TOUCHES) window.removeEventListener(name, begin, true);
      resolve();
    };
    const timer = setTimeout(begin, CALM_MS);
    for (const name of TOUCHES) window.addEventListener(name, begin, true);
  });
  return calming;
}

const TOUCHES = ["keydown", "pointerdown"] as const;

function loaded(): Promise<void> {
  if (document.readyState === "complete") return Promise.resolve();
  return new Promise((resolve) => window.addEventListener("load", () => resolve(), { once: true }));
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no such thing yet.
    if ("requestIdleCallback" in window)
      window.requestIdleCallback(() => resolve(), { timeout: PATIENCE_MS });
    else setTimeout(resolve, 100);
  });
}
