/** However busy the page is, what it may need without a connection must not wait for ever. */
const PATIENCE_MS = 2_000;

/**
 * Does one piece of work after the other, each when the browser has nothing better to do, and none before the page has
 * loaded: between two of them it can answer a key or a press. One that fails, as without a connection, keeps none of the
 * others from being done.
 */
export async function doWhenIdle(pieces: readonly (() => unknown)[]): Promise<void> {
  await loaded();
  for (const piece of pieces) {
    await idle();
    try {
      await piece();
    } catch {
      // It is fetched when it is needed.
    }
  }
}

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
